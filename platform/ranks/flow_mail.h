// SPDX-License-Identifier: Apache-2.0
// Tags and notices of flows to hosts of other ranks, sent with the message of the window.
#pragma once

#include "platform/ranks/exchange.h"
#include "tlm/host/flows/flow_board.h"

namespace tinsim {

class FlowMail final : public WindowMail {
 public:
  explicit FlowMail(FlowBoard& board) : board_(board) {}

  void pack(unsigned rank, Bytes& to) override;
  void unpack(ByteReader& from) override;

 private:
  FlowBoard& board_;
};

}  // namespace tinsim
