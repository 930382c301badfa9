// SPDX-License-Identifier: Apache-2.0
// Messages of software to hosts of other ranks, as bytes.
#include "platform/ranks/board_mail.h"

#include <memory>
#include <type_traits>
#include <utility>

namespace tinsim {
namespace {

/// fn(member of message) for all but the data.
template <class M, class Fn>
void for_each_board_field(M& message, const Fn& fn) {
  fn(message.is_answer), fn(message.is_set), fn(message.erases), fn(message.ok);
  fn(message.read.host), fn(message.read.region), fn(message.read.offset), fn(message.read.bytes);
  fn(message.read.cookie), fn(message.key), fn(message.version);
}

}  // namespace

void BoardMail::pack(unsigned rank, Bytes& to) {
  const auto messages = board_.take_outgoing(rank);
  put(to, uint64_t{messages.size()});
  for (const RemoteSoftwareMessage& far : messages) {
    put(to, far.from);
    put(to, far.to);
    for_each_board_field(*far.message, [&to](const auto& field) { put(to, field); });
    put(to, far.message->data);
  }
}

void BoardMail::unpack(ByteReader& from) {
  for (auto left = from.take<uint64_t>(); left != 0; --left) {
    RemoteSoftwareMessage far;
    far.from = from.take<uint16_t>();
    far.to = from.take<uint16_t>();
    SoftwareMessage message;
    for_each_board_field(message, [&from](auto& field) {
      field = from.take<std::remove_reference_t<decltype(field)>>();
    });
    message.data = from.take_all<uint8_t>();
    far.message = std::make_shared<const SoftwareMessage>(std::move(message));
    board_.arrive(std::move(far));
  }
}

}  // namespace tinsim
