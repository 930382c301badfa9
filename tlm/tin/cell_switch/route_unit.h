// SPDX-License-Identifier: Apache-2.0
// Route choice of one chip: table lookup, VC phase, and the queue lengths that adaptive modes
// compare.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <iterator>
#include <vector>

#include "base/prefetch.h"
#include "rtl_models/parts/route_choice.h"
#include "tlm/gnet/cell.h"
#include "tlm/gnet/gnet_address.h"
#include "tlm/tin/cell_switch/mailbox.h"
#include "tlm/tin/cell_switch/shape.h"
#include "tlm/tin/routing/route_table.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

/// Output port and VC of a cell.
struct Route {
  PortNumber port = kNoPort;
  uint8_t vc = 0;
};

/// The port that a list of candidates names.
constexpr PortNumber port_number(uint8_t listed) { return listed == kNoRoute ? kNoPort : listed; }

/// Queue length of an output VC: words of cells routed to it and not yet credited by the receiver,
/// that is, requests waiting for it, words in its output queue, and words sent but not credited
/// (each weighted 1). A decision in cycle h (three cycles after the header was received)
/// sees the routes and credits of cycles before h. With QueueMetric::output_queue it is the words
/// in the output queue alone: of cells matched before h whose headers have not been on the transmit
/// pins up to h. The rules are those of docs/reference/routing_modes.md.
class RouteUnit {
 public:
  RouteUnit(const RouteTable& table, const RouteParams& params, uint64_t seed, unsigned chip,
            const PortSet& terminal_ports,
            std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : mode_(table.mode),
        adaptive_(is_adaptive(mode_)),
        by_cost_(adaptive_ && !has_via_pods(mode_)),
        draws_detours_(has_detours(mode_) && params.rule.nonminimal_count != 0),
        draws_five_(by_cost_ && params.rule.minimal_count == 2 &&
                    (!draws_detours_ || params.rule.nonminimal_count == 3)),
        counts_uncredited_(adaptive_ && params.metric == QueueMetric::uncredited),
        counts_queues_(adaptive_ && params.metric == QueueMetric::output_queue),
        params_(params),
        hash_seed_(mix64(seed)),
        chip_(chip),
        queued_(memory),
        all_vcs_(memory) {
    set_table(table);
    if (!adaptive()) return;
    queued_.resize(kCoreVcs * kCorePorts);
    if (!by_cost_) all_vcs_.resize(kCorePorts);
    for (unsigned port = 0; port < kCorePorts; ++port) {
      const bool global = table.global_ports >> port & 1;
      weights_[port] = global ? params.global_weight : params.local_weight;
      places_[port] = static_cast<uint8_t>(port);
      if (!(terminal_ports >> port & 1)) continue;
      weights_[port] = 0;  // terminals return no credit
      places_[port] = 0;   // … and need no memory
    }
  }

  bool adaptive() const { return adaptive_; }

  /// Routes by this table from now on; it is of the same mode.
  void set_table(const RouteTable& table) {
    table_ = table;
    row_of_ = table.row_of->data();
    endpoint_bits_ = table.endpoint_bits;
    terminals_ = 0;
    for (unsigned endpoint = 0; endpoint < kCorePorts; ++endpoint) {
      const unsigned port = table.terminal_port[endpoint];
      if (port < kCorePorts) terminals_ |= port_bit(port);
    }
    phase_increment_ = first_of(table.phase_increment_ports);
    for (unsigned port = 0; port < kCorePorts; ++port)
      permitted_[port] = first_of(table.permitted_outputs(port));
    class_stride_ = table.routes->class_stride;
    phase_stride_ = table.routes->phase_stride;
    index_ = table.routes->index.data();
    entries_ = table.routes->entries.data();
    has_detours_ = table.routes->has_detours;
  }

  const RouteTable& table() const { return table_; }
  const RouteParams& params() const { return params_; }
  /// Weights, biases and ordered classes from now on. Precondition: as many candidates are drawn.
  void set_params(const RouteParams& params) { params_ = params; }

  /// The cell is at its destination chip; `terminal_port` delivers it.
  bool is_here(const Cell& cell) const { return cell.dst >> endpoint_bits_ == table_.self; }
  PortNumber terminal_port(const Cell& cell) const {
    return static_cast<PortNumber>(
        at_port(table_.terminal_port, cell.dst & ((1u << endpoint_bits_) - 1)));
  }

  /// Ports that are down from now on: a cell takes one of them only if it has no other candidate.
  void set_down(const PortMask& ports) { up_ = ~ports; }

  /// Of the random bits that choose() takes; see keyed_random().
  uint64_t draw_key() const { return draw_key(chip_); }

  Route choose(unsigned in_port, const Cell& cell) const {
    return choose(in_port, cell, random_bits(chip_, cell));
  }
  /// `draws`: the random bits, known beforehand.
  [[gnu::always_inline]] Route choose(unsigned in_port, const Cell& cell, uint64_t draws) const {
    const auto vc = static_cast<uint8_t>(cell.vc + (phase_increment_ >> in_port & 1));
    if (is_here(cell)) return {terminal_port(cell), vc};
    const unsigned phase = table_.vc_phase[vc];
    if (draws_five_ && !is_ordered(cell)) {
      const RouteEntry& entry = entry_of(in_port, phase, cell.dst);
      const PortMask ports = permitted_[in_port] & up_;
      const uint32_t* row = &queued_[vc * kCorePorts];
      const Choice choice =
          choose_of_five(params_.rule, entry.minimal, draws_detours_ ? &entry.detours : nullptr,
                         ports, HopDraws(draws), [row](unsigned port) { return row[port]; });
      if (choice.port != kNoRoute) return {port_number(choice.port), vc};
    }
    return choose_general(in_port, phase, vc, cell);
  }

  /// A window reads most lines of a short map of addresses, and few of a longer one.
  void prefetch_rows() const {
    if (table_.row_of->size() <= kRowsToFetch)
      prefetch_lines(row_of_, table_.row_of->size() * sizeof(row_of_[0]));
  }
  void prefetch(unsigned vc, unsigned ports) const {
    if (adaptive()) prefetch_lines(&queued_[vc * kCorePorts], ports * sizeof(queued_[0]));
  }

  /// Begins to fetch the number of the entry that routes this cell.
  void prefetch_index(unsigned in_port, const Cell& cell) const {
    if (!is_here(cell)) prefetch_line(index_of(in_port, phase_of(in_port, cell), cell.dst));
  }
  /// Begins to fetch the entry that routes this cell.
  void prefetch_entry(unsigned in_port, const Cell& cell) const {
    if (is_here(cell)) return;
    prefetch_line(&entries_[*index_of(in_port, phase_of(in_port, cell), cell.dst)]);
  }

  /// A cell of `words` was routed; call after all decisions of its cycle.
  void routed(Route route, unsigned words) {
    if (counts_uncredited_) add(route.port, route.vc, words);
  }
  /// A cell that was routed to this output gets another route, or none.
  void unrouted(Route route, unsigned words) {
    if (counts_uncredited_) add(route.port, route.vc, 0 - words);
  }
  /// The receiver granted words again; call before the decisions that may see it.
  void credited(unsigned port, Credit credit) {
    if (counts_uncredited_) add(port, credit.vc, 0u - credit.words);
  }
  /// A cell was matched in cycle `now`.
  void matched(Cycle now, Route to, unsigned words) {
    if (counts_queues_) change_later(now + kMatchToCount, to, words);
  }
  /// The header of a cell leaves the output queue in slot `slot`. Of a cell that is lost there: in
  /// which it would have left at the earliest.
  void left_queue(Cycle slot, Route from, unsigned words) {
    if (counts_queues_) change_later(slot + kSlotToCount, from, 0 - words);
  }
  /// Call before the decisions for cells that can be matched from cycle `due` on.
  void count_queues(Cycle due) {
    for (; !changes_.empty() && changes_.front().due <= due; changes_.pop_front())
      add(changes_.front().route.port, changes_.front().route.vc, changes_.front().words);
  }

 private:
  friend class RoutePins;  ///< its inputs as those of route_select

  /// From a match, and from a header on the transmit pins, to the first cells whose routes depend
  /// on it, by the cycle from which they can be matched: a cycle after that of their decision.
  static constexpr Cycle kMatchToCount = 2, kSlotToCount = 1;

  struct QueueChange {
    Cycle due;
    Route route;
    uint32_t words;
  };
  void change_later(Cycle due, Route route, uint32_t words) {
    if (weights_[route.port] == 0) return;
    auto at = changes_.end();
    while (at != changes_.begin() && std::prev(at)->due > due) --at;
    changes_.insert(at, {due, route, words});
  }

  /// Addresses of a short map: twice those of the 1,024 chips that a GNet address has bits for.
  static constexpr std::size_t kRowsToFetch = 2048;
  static constexpr unsigned kViaChip = 0xffffffffu;  // no chip has this number
  /// Row 0, and those of a source, a target and one chip between them.
  static constexpr unsigned kMinRowsForVia = 4;

  void add(unsigned port, unsigned vc, uint32_t words) {
    const uint32_t weighted = words * weights_[port];
    queued_[vc * kCorePorts + places_[port]] += weighted;
    if (!by_cost_) all_vcs_[port] += weighted;
  }
  uint64_t draw_key(unsigned chip) const {
    return hash_seed_ ^ uint64_t { chip } << 32;
  }
  uint64_t random_bits(unsigned chip, const Cell& cell) const {
    return keyed_random(draw_key(chip), cell.src, cell.dst, cell.seq);
  }

  bool is_ordered(const Cell& cell) const {
    return params_.ordered_classes >> (cell.cls & 31u) & 1;
  }
  unsigned phase_of(unsigned in_port, const Cell& cell) const {
    return table_.vc_phase[cell.vc + (phase_increment_ >> in_port & 1)];
  }
  const uint16_t* index_of(unsigned in_port, unsigned phase, uint16_t dst) const {
    return &index_[at_port(table_.port_class, in_port) * class_stride_ + phase * phase_stride_ +
                   row_of_[dst >> endpoint_bits_]];
  }
  const RouteEntry& entry_of(unsigned in_port, unsigned phase, uint16_t dst) const {
    return entries_[*index_of(in_port, phase, dst)];
  }
  Choice pick(const Candidates& minimal, const Detours* detours, const PortMask& ports, unsigned vc,
              const Cell& cell) const;
  Route choose_general(unsigned in_port, unsigned phase, uint8_t vc, const Cell& cell) const;
  Route choose_by_way(unsigned in_port, unsigned phase, uint8_t vc, const Cell& cell) const;
  Route choose_over_chip(unsigned in_port, unsigned phase, uint8_t vc, const Cell& cell) const;
  unsigned via_row(const Cell& cell) const;
  bool is_direct_cheaper(const Choice& direct, unsigned ahead, const Choice& by_way,
                         unsigned vc) const;
  uint16_t via_pod(const Cell& cell) const;
  bool is_joined(unsigned pod) const;
  unsigned next_joined(unsigned pod, unsigned own, unsigned target) const;
  Choice draw_one(const Candidates& candidates, unsigned random) const;

  RouteTable table_;  // a copy, next to the rest of the chip's state
  RouteMode mode_;
  bool adaptive_;
  bool by_cost_;                            ///< minimal or fully adaptive
  bool draws_detours_;                      ///< … and non-minimal candidates are drawn
  bool draws_five_;                         ///< … as many as choose_of_five() draws
  bool counts_uncredited_, counts_queues_;  ///< the metric; neither: no mode that compares
  RouteParams params_;
  uint64_t hash_seed_;
  unsigned chip_;
  PortMask up_ = ~PortMask{};
  // Of table_, found without going through its pointers.
  const uint16_t* row_of_ = nullptr;
  unsigned endpoint_bits_ = kEndpointBits;
  PortMask terminals_{};                          ///< ports at which cells start
  PortMask phase_increment_{};                    ///< those of the table
  std::array<PortMask, kCorePorts> permitted_{};  ///< by input port: outputs
  unsigned class_stride_ = 0, phase_stride_ = 0;
  const uint16_t* index_ = nullptr;
  const RouteEntry* entries_ = nullptr;
  bool has_detours_ = false;
  std::array<uint8_t, kCorePorts> weights_{};  ///< by port: that of its kind of link
  std::array<uint8_t, kCorePorts> places_{};   ///< by port: its place in a row of queued_
  /// [vc * 64 + port], words by weight. Beyond 16 bits: the FIFOs of all inputs can wait for one
  /// output VC.
  std::pmr::vector<uint32_t> queued_;
  std::pmr::vector<uint32_t> all_vcs_;  ///< by port: the sum of its VCs; for UGAL
  std::deque<QueueChange> changes_;     ///< of output queues, that do not count yet; by due cycle
};

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim

#include "tlm/tin/cell_switch/route_unit.inl"
