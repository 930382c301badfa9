// SPDX-License-Identifier: Apache-2.0
// A switch whose link ports lead back into itself: closed-loop random traffic with credits under
// pressure.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "testbench/bench_random.h"
#include "tlm/gnet/timing.h"
#include "tlm/tin/cell_switch/engine.h"
#include "tlm/tin/cell_switch/link_stalls.h"
#include "tlm/tin/cell_switch/route_unit.h"
#include "tlm/tin/cell_switch/settings_edits.h"

namespace tinsim {

/// Settings for any switch.
SwitchSettings draw_settings(Random& random);

/// All random parameters of one run, from one seed: shape, buffers, quality of service, routes,
/// loops, stalls and load. Ports are terminals, first-hop links (A) or second-hop links (B). A cell
/// takes terminal -> [A -> [B ->]] terminal and moves to the next VC with each link, so that no
/// cycle of waits is possible.
class LoopedSetup {
 public:
  /// Variants of the switch besides that of the base chip: those that a variant_switch on pins has;
  /// all of the base chip's core; or also pipeline depths, rates of links, cells and speed-ups that
  /// only the variant core has.
  enum class Variants { none, on_pins, all, exceeding };

  LoopedSetup(uint64_t seed, unsigned max_ports, unsigned max_vcs,
              Variants variants = Variants::none);

  const SwitchParams& params() const { return params_; }
  const RouteTable& table() const { return table_; }
  const LinkStalls* stalls() const { return stalled_ ? &stalls_ : nullptr; }
  const RouteParams& route_params() const { return route_params_; }
  unsigned ring_cycles() const { return exceeds_base_ ? 2048 : 4 * kLongestLink; }
  /// Longest window that loops and lockstep allow.
  Cycle window() const {
    return std::min(timing::kInjectToRequest, params_.delays.inject_to_request());
  }
  unsigned load_percent() const { return load_percent_; }
  /// Joins the loops of a switch built with params().
  void join(SwitchEngine& engine) const;
  /// Ports that loops begin and end at.
  PortSet links() const { return first_links_ | second_links_; }
  /// The loop that begins at a port of a switch with this mailbox.
  PortWire wire(unsigned port, Mailbox& mailbox) const;

 private:
  static constexpr unsigned kShortestLink = 9;
  static constexpr unsigned kLongestLink = 40;
  void choose_variant();
  void choose_variant_on_pins();
  void exceed_base();
  void share_words(uint16_t shared);
  void choose_shape(unsigned max_ports, unsigned max_vcs);
  void choose_buffers();
  void choose_routes();
  void choose_loops();
  unsigned random_port(PortSet ports);

  Random random_;
  SwitchParams params_;
  RouteTable table_;
  RouteParams route_params_;
  LinkStalls stalls_;
  bool stalled_ = false;
  bool exceeds_base_ = false;
  unsigned load_percent_ = 50;
  PortSet first_links_;   ///< A
  PortSet second_links_;  ///< B
  std::array<uint8_t, PortSet::kPorts> loops_to_{};
  std::array<Cycle, PortSet::kPorts> link_cycles_{};
};

/// Random sources and counting sinks on the terminal ports of a LoopedSetup.
class LoopedEndpoints final : public Endpoints {
 public:
  LoopedEndpoints(const LoopedSetup& setup, uint64_t seed);

  Due inject(Cycle now, Mailbox& mailbox) override;
  Due credit(unsigned port, Credit credit, Cycle now) override;
  Cycle deliver(unsigned port, const Cell& cell, Cycle at) override;

  uint64_t injected() const { return injected_; }
  uint64_t delivered() const { return delivered_; }

 private:
  struct Source {
    unsigned port = 0;
    Cycle next = 0;
    bool waiting = false;
    Cell cell;
    std::array<unsigned, kMaxVcs> credit{};
  };
  void draw(Source& source);
  Due due() const;

  const LoopedSetup& setup_;
  Random random_;
  std::vector<Source> sources_;
  uint32_t seq_ = 0;
  uint64_t injected_ = 0;
  uint64_t delivered_ = 0;
};

}  // namespace tinsim
