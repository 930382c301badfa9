// SPDX-License-Identifier: Apache-2.0
// Tags and notices of flows to hosts of other ranks, as bytes.
#include "platform/ranks/flow_mail.h"

#include <type_traits>

namespace tinsim {
namespace {

/// fn(member of news) for all.
template <class N, class Fn>
void for_each_news_field(N& news, const Fn& fn) {
  fn(news.from), fn(news.to), fn(news.is_notice);
  fn(news.tag.id), fn(news.tag.start), fn(news.tag.bytes);
}

}  // namespace

void FlowMail::pack(unsigned rank, Bytes& to) {
  const auto all = board_.take_outgoing(rank);
  put(to, uint64_t{all.size()});
  for (const RemoteFlowNews& news : all)
    for_each_news_field(news, [&to](const auto& field) { put(to, field); });
}

void FlowMail::unpack(ByteReader& from) {
  for (auto left = from.take<uint64_t>(); left != 0; --left) {
    RemoteFlowNews news;
    for_each_news_field(news, [&from](auto& field) {
      field = from.take<std::remove_reference_t<decltype(field)>>();
    });
    board_.arrive(news);
  }
}

}  // namespace tinsim
