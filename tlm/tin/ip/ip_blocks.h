// SPDX-License-Identifier: Apache-2.0
// The blocks attached to a chip's IP path: compared with its decisions, or making them.
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
#include "rtl_models/parts/cell_header.h"
#include "rtl_models/parts/ip_words.h"
#include "rtl_models/reassembly_buffer/reassembly_buffer.h"
#include "rtl_models/reorder_queue/reorder_queue.h"
#include "rtl_models/ttl_update/ttl_update.h"
#include "tlm/tin/decision_block.h"
#include "tlm/tin/ip/ip_decider.h"
#include "tlm/tin/ip/ip_params.h"

namespace tinsim {

constexpr unsigned kLookupEntries = 4096;    ///< of block ip_lookup, and members of groups
constexpr unsigned kReassemblySlots = 4095;  ///< of reassembly_buffer, for the four ports
constexpr unsigned kReassemblyContexts = 1024;
constexpr unsigned kReorderEntries = 64;  ///< of reorder_queue

/// The blocks of an IP path, each with its parameters.
struct IpBlockTypes {
  using Lookup = IpLookup<kLookupEntries, kLookupEntries>;
  using Buffer = ReassemblyBuffer<kReassemblyContexts, kReassemblySlots>;
  using Order = ReorderQueue<kReorderEntries>;
};

/// Drives each block with the inputs of the chip's decision. The latency of a block differs from
/// the chip's, so decisions are matched in order, not by cycles. A difference throws
/// LockstepMismatch, which names chip, block, cycle and field, unless the block decides.
class IpBlocks final : public IpDecider, private IpBlockTypes {
 public:
  enum Block {
    kIpLookup,
    kTtlUpdate,
    kCellifier,
    kEcnCtd,
    kCtsScheduler,
    kReassembly,
    kReorder,
    kBlocks
  };

  /// The implementations; a block without one takes no part. Precondition: routes and slots fit.
  struct Set {
    DecisionChoice<Lookup> lookup;
    DecisionChoice<TtlUpdate> ttl;
    DecisionChoice<Cellifier> cellifier;
    DecisionChoice<EcnCtd> ecn;
    DecisionChoice<CtsScheduler> cts;
    DecisionChoice<Buffer> buffer;
    DecisionChoice<Order> order;
    static Set models();
  };

  IpBlocks(const IpParams& params, const IpRoutes& routes, const Set& set);
  /// Compared with the models of all blocks.
  IpBlocks(const IpParams& params, const IpRoutes& routes)
      : IpBlocks(params, routes, Set::models()) {}

  /// A remark on each block that takes part.
  std::vector<std::string> notes() const;
  /// Decisions made or compared so far.
  uint64_t compared(Block block) const { return compared_[block]; }
  /// Decisions of a port with more than kReorderEntries packets in flight: the chip's own until the
  /// port is empty.
  uint64_t skipped() const { return skipped_; }

  void routes_changed(Cycle now, const IpRoutes& routes) override { load(now, routes); }
  std::optional<IpRoutes::Answer> looked_up(Cycle now, const IpAddress& address, uint16_t hash,
                                            const std::optional<IpRoutes::Answer>& own) override;
  ForwardedHead time_to_live_updated(Cycle now, bool v6, bool forwards, const IpHead& head,
                                     const ForwardedHead& own) override;
  bool refused(Cycle now, unsigned queue, unsigned depth, bool own) override;
  bool is_full(Cycle now, bool own) override;
  unsigned chosen(Cycle now, const CtsView& view, unsigned own) override;
  void scheduled(Cycle now, bool is_expired) override;
  uint16_t reserved(Cycle now, unsigned bytes, uint16_t own) override;
  void pushed(Cycle now, const EgressPlace& place, uint32_t flow) override;
  CellArrival stored(Cycle now, uint16_t eptr, unsigned idx, unsigned vbytes,
                     const CellArrival& own) override;
  void completed(Cycle now, const EgressPlace& place) override;
  void cancelled(Cycle now, const EgressPlace& place) override;
  std::optional<uint16_t> offered(Cycle now, unsigned eport, bool is_strict,
                                  std::optional<uint16_t> own) override;
  uint8_t departs(Cycle now, const EgressPlace& place, const Packet& packet, unsigned depth,
                  uint8_t own) override;
  void released(Cycle now, const EgressPlace& place, unsigned bytes) override;
  void cell_sent(Cycle now, const Packet& packet, uint16_t eptr, bool is_last, Cell& cell) override;

 private:
  struct Port {
    DecisionBlock<Order> order;
    unsigned packets = 0;         ///< in the chip's order
    bool has_overflowed = false;  ///< more packets were in flight than the block has entries
    std::unordered_map<uint16_t, unsigned> entries;  ///< of the block, by eptr
  };
  /// Fields of a cell of a packet.
  struct BlockCell {
    CellHeader header;
    DataWord word;
    bool is_last = false;
  };

  void reset();
  void load(Cycle now, const IpRoutes& routes);
  std::vector<BlockCell> cells_of_packet(Cycle now, const Packet& packet, uint16_t eptr,
                                         const Cell& first);
  EcnCtd::In thresholds() const;
  unsigned weight(unsigned cos) const;
  CtsScheduler::In cts_inputs(const CtsView& view) const;
  Port& port_of(const EgressPlace& place) { return ports_[place.is_strict][place.eport]; }
  void tick_order(Cycle now, Port& port, const Order::In& in);
  void pop_order(Cycle now, const EgressPlace& place);

  const IpParams& params_;
  std::array<uint64_t, kBlocks> compared_{};
  uint64_t skipped_ = 0;
  DecisionBlock<Lookup> lookup_;
  DecisionBlock<TtlUpdate> ttl_;
  DecisionBlock<Cellifier> cellifier_;
  DecisionBlock<CtsScheduler> cts_;
  CtsScheduler::In cts_straps_;
  CtsScheduler::In cts_in_;     ///< of the choice that scheduled() ends
  unsigned chosen_ = kNoQueue;  ///< … and its result
  DecisionBlock<EcnCtd> ecn_;
  DecisionBlock<Buffer> buffer_;
  std::array<std::array<Port, kEgressPorts>, 2> ports_;  ///< [1]: order of strict classes
  /// By packet in flight: cells not sent yet, the next one last.
  std::unordered_map<const Packet*, std::vector<BlockCell>> cells_;
};

}  // namespace tinsim
