// SPDX-License-Identifier: Apache-2.0
// Messages of 1RMA cells to chips of other ranks, sent with the message of the window.
#pragma once

#include "platform/ranks/exchange.h"
#include "tlm/tin/rma/rma_mail.h"

namespace tinsim {

class MessageMail final : public WindowMail {
 public:
  explicit MessageMail(RmaMail& mail) : mail_(mail) {}

  void pack(unsigned rank, Bytes& to) override;
  void unpack(ByteReader& from) override;

 private:
  RmaMail& mail_;
};

}  // namespace tinsim
