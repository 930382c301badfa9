// SPDX-License-Identifier: Apache-2.0
// MOS of the control processor: a mailbox for each port of the switch.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tlm/tin/ecp/ecp_map.h"
#include "tlm/tin/ecp/ecp_ports.h"

namespace tinsim {

class MosMailboxes {
 public:
  /// Words that a mailbox holds; later ones are lost, and set OVERFLOW.
  static constexpr std::size_t kDepth = 64;

  explicit MosMailboxes(unsigned ports) : boxes_(ports) {}
  void connect(EcpMosPorts& ports) { ports_ = &ports; }

  std::optional<uint32_t> read(uint32_t offset, uint64_t now);
  bool write(uint32_t offset, uint32_t value, uint64_t now);
  /// A word has arrived.
  void receive(unsigned port, const EcpMosWord& word);
  /// After a reset of the processor: words that wait are lost.
  void reset() {
    boxes_.assign(boxes_.size(), {});
    pending_ = enabled_ = 0;
  }
  bool line() const { return (pending_ & enabled_) != 0; }

  uint64_t received() const { return received_; }
  uint64_t sent() const { return sent_; }
  uint64_t lost() const { return lost_; }

 private:
  struct Box {
    std::vector<EcpMosWord> words;
    bool overflow = false;
    uint32_t transmit_lo = 0;
  };
  std::optional<uint32_t> read_port(unsigned port, uint32_t offset, uint64_t now);
  static uint32_t receive_status(const Box& box);
  uint32_t pop_hi(unsigned port);
  bool is_ready(unsigned port, uint64_t now) const {
    return ports_ != nullptr && ports_->is_ready(port, now);
  }
  void transmit(unsigned port, uint32_t hi, uint64_t now);

  std::vector<Box> boxes_;
  EcpMosPorts* ports_ = nullptr;
  uint64_t pending_ = 0;  ///< ports with a word
  uint64_t enabled_ = 0;  ///< ports that may interrupt
  uint64_t received_ = 0;
  uint64_t sent_ = 0;
  uint64_t lost_ = 0;
};

}  // namespace tinsim
