// SPDX-License-Identifier: Apache-2.0
// Compares a chip's IP path with the models of its blocks, decision by decision.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "rtl_models/cellifier/cellifier.h"
#include "rtl_models/cts_scheduler/cts_scheduler.h"
#include "rtl_models/ecn_ctd/ecn_ctd.h"
#include "rtl_models/ip_lookup/ip_lookup.h"
#include "rtl_models/reassembly_buffer/reassembly_buffer.h"
#include "rtl_models/reorder_queue/reorder_queue.h"
#include "tlm/tin/ip/ip_observer.h"
#include "tlm/tin/ip/ip_params.h"

namespace tinsim {

/// Drives each block with the inputs of the chip's decision and compares the outputs. A difference
/// throws LockstepMismatch, which names chip, block, cycle and field. The latency of a block
/// differs from the chip's, so transactions are compared in order, not cycles.
class IpLockstep final : public IpObserver {
 public:
  static constexpr unsigned kMaxRoutes = 4096;  ///< entries of ip_lookup, and members of groups
  static constexpr unsigned kMaxSlots = 4095;   ///< of reassembly_buffer, for the four ports
  static constexpr unsigned kMaxEntries = 64;   ///< of reorder_queue
  enum Block { kIpLookup, kCellifier, kEcnCtd, kCtsScheduler, kReassembly, kReorder, kBlocks };

  /// Precondition: routes and slots are within the limits above.
  IpLockstep(const IpParams& params, const IpRoutes& routes);

  /// Decisions compared so far.
  uint64_t compared(Block block) const { return compared_[block]; }
  /// Decisions of a port with more than kMaxEntries packets in flight: not compared until the port
  /// is empty.
  uint64_t skipped() const { return skipped_; }

  void routes_changed(Cycle, const IpRoutes& routes) override { load(routes); }
  void looked_up(Cycle now, const IpAddress& address, uint16_t hash,
                 const std::optional<IpRoutes::Answer>& answer) override;
  void requested(Cycle now, unsigned queue, unsigned depth, bool refused) override;
  void scheduled(Cycle now, const CtsView& view, unsigned queue) override;
  void reserved(Cycle now, const EgressPlace& place, uint32_t flow, unsigned bytes) override;
  void stored(Cycle now, uint16_t eptr, unsigned idx, unsigned vbytes,
              const CellArrival& arrival) override;
  void completed(Cycle now, const EgressPlace& place) override;
  void cancelled(Cycle now, const EgressPlace& place) override;
  void departs(Cycle now, const EgressPlace& place, const Packet& packet, unsigned depth,
               unsigned ecn) override;
  void released(Cycle now, const EgressPlace& place, unsigned bytes) override;
  void cell_sent(Cycle now, const Packet& packet, uint16_t eptr, const Cell& cell) override;

 private:
  using Lookup = IpLookup<kMaxRoutes, kMaxRoutes>;
  using Buffer = ReassemblyBuffer<1024, kMaxSlots>;
  using Order = ReorderQueue<kMaxEntries>;
  struct Port {
    Order order;
    unsigned packets = 0;         ///< in the chip's order
    bool has_overflowed = false;  ///< more packets were in flight than the block has entries
  };
  /// Fields that identify a cell of a packet.
  struct ExpectedCell {
    unsigned words = 0, vc = 0, idx = 0, vbytes = 0;
    bool is_last = false;
  };

  void load(const IpRoutes& routes);
  std::vector<ExpectedCell> cells_of_packet(const Packet& packet, uint16_t eptr, unsigned vc) const;
  EcnCtd::In thresholds() const;
  unsigned weight(unsigned cos) const;
  Port& port_of(const EgressPlace& place) { return ports_[place.is_strict][place.eport]; }
  void tick_order(Cycle now, Port& port, const Order::In& in);
  template <class A, class B>
  void expect(Block block, Cycle now, const char* field, const A& of_block, const B& of_chip) const;
  template <class B, class In>
  void tick(Block block, Cycle now, B& model, const In& in) const;

  const IpParams& params_;
  std::array<uint64_t, kBlocks> compared_{};
  uint64_t skipped_ = 0;
  std::unique_ptr<Lookup> lookup_;
  CtsScheduler cts_;
  CtsScheduler::In cts_straps_;
  EcnCtd ecn_;
  Buffer buffer_;
  std::array<std::array<Port, kEgressPorts>, 2> ports_;  ///< [1]: order of strict classes
  /// By packet in flight: cells not sent yet, the next one last.
  std::unordered_map<const Packet*, std::vector<ExpectedCell>> cells_;
};

}  // namespace tinsim
