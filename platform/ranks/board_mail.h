// SPDX-License-Identifier: Apache-2.0
// Messages of software to hosts of other ranks, sent with the message of the window.
#pragma once

#include "platform/ranks/exchange.h"
#include "tlm/host/rma/message_board.h"

namespace tinsim {

class BoardMail final : public WindowMail {
 public:
  explicit BoardMail(MessageBoard& board) : board_(board) {}

  void pack(unsigned rank, Bytes& to) override;
  void unpack(ByteReader& from) override;

 private:
  MessageBoard& board_;
};

}  // namespace tinsim
