// SPDX-License-Identifier: Apache-2.0
// Packets whose RTSs are sent to chips of other ranks: their descriptors, and their bytes if
// carried, with the message of the window.
#pragma once

#include "platform/ranks/exchange.h"
#include "tlm/tin/ip/packet_directory.h"

namespace tinsim {

void put_packet(Bytes& to, const Packet& packet);
Packet take_packet(ByteReader& from);

class PacketMail final : public WindowMail {
 public:
  explicit PacketMail(PacketDirectory& directory) : directory_(directory) {}

  void pack(unsigned rank, Bytes& to) override;
  void unpack(ByteReader& from) override;

 private:
  PacketDirectory& directory_;
};

}  // namespace tinsim
