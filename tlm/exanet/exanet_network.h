// SPDX-License-Identifier: Apache-2.0
// A mesh or torus of ExaNet nodes, cycle by cycle at 156.25 MHz.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "rtl_models/exanet_router/exanet_router.h"
#include "tlm/exanet/exanet_params.h"
#include "tlm/exanet/link_end.h"
#include "tlm/exanet/tile_port.h"

namespace tinsim {

/// Buffers of the paper, and small ones in which a deadlock shows soon.
using ExanetPaperRouter = ExanetRouter<3, 6, 128, 4096, 1024>;
using ExanetSmallRouter = ExanetRouter<3, 6, 16, 128, 64>;

struct ExanetStats {
  ExanetPortStats ports;                                 ///< of all intra-tile ports
  ExanetLinkStats links;                                 ///< of all link ends
  std::uint64_t corrected_headers = 0, bad_headers = 0;  ///< that arrived at a router
  std::uint64_t discarded = 0;                           ///< packets without a route
};

/// Intra-tile ports 0..2; direction d leaves through port 3 + d.
template <class Router>
class ExanetNetwork {
 public:
  static constexpr unsigned kTilePorts = 3;
  /// Called for each word that a line takes: the node and direction that send, and the word, which
  /// may be changed.
  using LineFault = std::function<void(unsigned node, unsigned direction, std::uint64_t& word)>;

  explicit ExanetNetwork(const ExanetParams& params);

  unsigned nodes() const { return static_cast<unsigned>(nodes_.size()); }
  ExanetPlace place(unsigned node) const;
  unsigned node_at(const ExanetPlace& place) const;
  ExanetTilePort& port(unsigned node, unsigned tile_port) { return nodes_[node].tiles[tile_port]; }
  /// The end of the link that leaves the node in a direction. Precondition: there is one.
  ExanetLinkEnd& link(unsigned node, unsigned direction) { return nodes_[node].links[direction]; }
  bool has_link(unsigned node, unsigned direction) const;

  /// Registers of a node's router: priorities, enabled directions, arbiters.
  typename Router::In& registers(unsigned node) { return nodes_[node].held; }
  void set_line_fault(LineFault fault) { fault_ = std::move(fault); }

  void step();
  void run(std::uint64_t cycles) {
    while (cycles-- > 0) step();
  }
  std::uint64_t cycle() const { return cycle_; }
  ExanetStats stats() const;

 private:
  struct Node {
    Router router;
    typename Router::In held;  ///< straps and registers
    std::array<ExanetTilePort, kTilePorts> tiles;
    std::array<ExanetLinkEnd, kExanetDirections> links;
    std::array<bool, kExanetDirections> linked{};
    std::array<unsigned, kExanetDirections> peer{};
    /// Words on the line of each direction, by cycle modulo its length, and those that arrive now.
    std::array<std::vector<ExanetLineWord>, kExanetDirections> line;
    std::array<ExanetLineWord, kExanetDirections> arriving{};
    std::uint64_t corrected = 0, bad = 0, discarded = 0;
  };

  void set_up(unsigned node);
  void move_lines();
  void step_node(Node& node);
  void step_tile(Node& node, unsigned p, typename Router::In& in);
  void step_link(Node& node, unsigned direction, typename Router::In& in);

  ExanetParams params_;
  std::vector<Node> nodes_;
  LineFault fault_;
  std::uint64_t cycle_ = 0;
};

}  // namespace tinsim
