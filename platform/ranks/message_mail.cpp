// SPDX-License-Identifier: Apache-2.0
// Messages of 1RMA cells to chips of other ranks, as bytes.
#include "platform/ranks/message_mail.h"

#include <utility>

namespace tinsim {

void MessageMail::pack(unsigned rank, Bytes& to) {
  const auto messages = mail_.take_outgoing(rank);
  put(to, uint64_t{messages.size()});
  for (const RmaRemoteMessage& far : messages) {
    put(to, far.box);
    put(to, far.id);
    put(to, far.sent);
    put(to, far.message.words);
    put(to, far.message.answers);
    put(to, far.message.data);
  }
}

void MessageMail::unpack(ByteReader& from) {
  for (auto left = from.take<uint64_t>(); left != 0; --left) {
    RmaRemoteMessage far;
    far.box = from.take<uint32_t>();
    far.id = from.take<uint32_t>();
    far.sent = from.take<Cycle>();
    far.message.words = from.take<RmaRequestPayload>();
    far.message.answers = from.take<uint64_t>();
    far.message.data = from.take_all<uint8_t>();
    mail_.arrive(std::move(far));
  }
}

}  // namespace tinsim
