// SPDX-License-Identifier: Apache-2.0
// Escape routes: the ways of cells without a live route to their chips, on VCs 30 and 31.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "platform/network/topology/live_network.h"
#include "tlm/tin/routing/escape_table.h"

namespace tinsim {

/// Ranks the chips: a link to a chip of lower rank leads up. Made of the whole network, breadth
/// first from chip 0, once for a run: so tables of before and after a change agree on it.
std::vector<unsigned> escape_ranks(const Topology& topology);

/// Shortest routes over live links that lead up and then down on VC 30, and then perhaps up and
/// down once more on VC 31. Up hops rise in one order and down hops in its reverse; no cell returns
/// from 31 to 30 or from down to up on one VC. So no channels wait in a cycle, for any set of live
/// links (up*/down*: Schroeder et al. 1991; twice, since a network with failures may have more than
/// one chip without a link up). If that does not lead to the goal, or a cell has used it up when
/// tables change, a chip on the way parks the cell in memory and sends it from there as a new one
/// (in-transit buffers: Flich et al. 2000). Memory accepts every cell, so no channel waits for it;
/// hence every chip that live links join to the goal has a route, from any input and VC.
class EscapeRoutes final : public EscapeTable {
 public:
  EscapeRoutes(const Topology& topology, const LiveNetwork& live,
               std::shared_ptr<const std::vector<unsigned>> ranks);

  /// For a cell at `chip`, which is not `goal`, that arrived by `in_port` on `vc`: an escape VC, or
  /// any other one, from which it would enter.
  Options options(unsigned chip, unsigned in_port, unsigned vc, unsigned goal) const;
  /// Links from there to the goal, or to where the cell is parked first; kUnreachable if there is
  /// no such route.
  unsigned links(unsigned chip, unsigned in_port, unsigned vc, unsigned goal) const;
  /// How often it is parked on the way. Precondition: there is a route.
  unsigned parked(unsigned chip, unsigned in_port, unsigned vc, unsigned goal) const;
  static constexpr unsigned kUnreachable = 0xffff;

  Options options_to(unsigned chip, unsigned in_port, unsigned vc, uint16_t dst) const override {
    return options(chip, in_port, vc, chip_of(dst));
  }
  bool is_dead(uint16_t dst) const override {
    const unsigned chip = chip_of_[dst >> 6];
    return chip == kNoChip || !live_.has_chip(chip);
  }
  /// Precondition: a chip has this address.
  unsigned chip_of(uint16_t address) const { return chip_of_[address >> 6]; }
  const LiveNetwork& live() const { return live_; }
  bool leads_up(unsigned chip, unsigned port) const;

 private:
  /// The last hops of a cell at a chip; they determine its legal next hops.
  enum Way : unsigned { kUp, kDown, kUpAgain, kDownAgain, kWays };
  static constexpr uint16_t kNoChip = 0xffff;
  struct Neighbour {
    unsigned chip;
    bool up;  ///< to it
    uint64_t ports;
  };

  Way way_of(unsigned chip, unsigned in_port, unsigned vc) const;
  /// The way after a hop, by escape VC; kWays where it is not allowed.
  static std::array<Way, 2> ways_after(Way way, bool up);
  /// Cost of one parking in distances: more than any route has links, for no chip is passed twice
  /// in one way.
  static constexpr unsigned kPark = 1u << 12;

  using Distances = std::vector<uint16_t>;
  const Distances& distances(unsigned goal) const;
  void measure(unsigned goal, Distances& to) const;
  void spread(Distances& to, std::vector<unsigned>& found) const;

  const Topology& topology_;
  LiveNetwork live_;
  std::shared_ptr<const std::vector<unsigned>> ranks_;
  std::array<uint16_t, 1024> chip_of_{};            ///< by address >> 6
  std::vector<std::vector<Neighbour>> neighbours_;  ///< [chip] over live links
  /// [goal][chip * kWays + way] times parked * kPark + links until then or to the goal; computed at
  /// the first use.
  mutable std::vector<Distances> distances_;
};

}  // namespace tinsim
