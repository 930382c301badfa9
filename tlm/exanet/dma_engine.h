// SPDX-License-Identifier: Apache-2.0
// DMA engine of an ExaNet network interface: remote writes and reads of memory, with completions.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <tuple>
#include <vector>

#include "tlm/exanet/exanet_packet.h"
#include "tlm/exanet/tile_port.h"

namespace tinsim {

/// A memory operation of this node that has ended.
struct ExanetDone {
  std::uint16_t tag = 0;
  bool good = false;  ///< all bytes arrived; else some were lost, or the time-out ended it
};

struct ExanetDmaStats {
  std::uint64_t writes = 0, reads = 0;  ///< begun here
  std::uint64_t good = 0, failed = 0;   ///< of these, ended
  std::uint64_t refused = 0;            ///< packets for memory that is not here, or for software
};

/// Owns the traffic of one intra-tile port. A message is cut into packets of up to 512 bytes, which
/// arrive in order, since routes are fixed. The target writes only packets whose CRC is right, and
/// answers the last one with a completion that says how many bytes it has written.
class ExanetDmaEngine {
 public:
  /// `port` outlives the engine. An operation that has not ended after the time-out fails.
  ExanetDmaEngine(ExanetTilePort& port, std::size_t memory_bytes, std::uint64_t timeout_cycles)
      : port_(port), memory_(memory_bytes), timeout_cycles_(timeout_cycles) {
    port_.set_access(kExanetDma);
  }

  std::vector<std::uint8_t>& memory() { return memory_; }

  /// Copies local memory to the memory at the far engine. Returns the tag of its completion. An
  /// address or length outside the local memory is an InvariantError.
  std::uint16_t write(const ExanetPlace& dst, unsigned dst_port, std::uint64_t local,
                      std::uint64_t remote, std::uint32_t bytes, std::uint64_t cycle);
  /// Copies memory at the far engine to local memory.
  std::uint16_t read(const ExanetPlace& dst, unsigned dst_port, std::uint64_t local,
                     std::uint64_t remote, std::uint32_t bytes, std::uint64_t cycle);
  /// Operations that have ended, oldest first; the caller takes them out.
  std::deque<ExanetDone>& done() { return done_; }

  /// Handles what the port has received. To be called once per cycle, after the network's step.
  void step(std::uint64_t cycle);
  const ExanetDmaStats& stats() const { return stats_; }
  bool busy() const { return !open_.empty() || port_.busy(); }

 private:
  struct Open {
    std::uint32_t bytes = 0;
    std::uint64_t since = 0;
  };
  /// Place, port and tag of a message that arrives.
  using Source = std::tuple<ExanetPlace, std::uint8_t, std::uint16_t>;

  void send_memory(const ExanetHeader& to, std::uint64_t local, std::uint32_t bytes);
  void receive_write(const ExanetPacket& packet);
  void receive_completion(const ExanetPacket& packet);
  void answer_read(const ExanetPacket& packet);
  void end(std::uint16_t tag, bool good);
  std::uint16_t open(bool read, std::uint32_t bytes, std::uint64_t cycle);
  bool inside(std::uint64_t address, std::uint64_t bytes) const;

  ExanetTilePort& port_;
  std::vector<std::uint8_t> memory_;
  std::uint64_t timeout_cycles_;
  std::uint16_t next_tag_ = 0;
  std::map<std::uint16_t, Open> open_;
  std::map<Source, std::uint32_t> written_;  ///< bytes of messages that arrive
  std::deque<ExanetDone> done_;
  ExanetDmaStats stats_;
};

}  // namespace tinsim
