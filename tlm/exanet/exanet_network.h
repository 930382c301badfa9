// SPDX-License-Identifier: Apache-2.0
// A mesh or torus of ExaNet nodes, cycle by cycle at 156.25 MHz.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "tlm/exanet/exanet_params.h"
#include "tlm/exanet/link_end.h"
#include "tlm/exanet/node_router.h"
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

/// Words of a router's queue since the beginning.
struct ExanetQueueStats {
  std::uint64_t packets = 0, words = 0;  ///< 128 bits each, headers and footers included
};

/// The nodes of a network, whatever their buffers.
class ExanetNodes {
 public:
  static constexpr unsigned kTilePorts = 3;
  /// Called for each word that a line takes: the node and direction that send, and the word, which
  /// may be changed.
  using LineFault = std::function<void(unsigned node, unsigned direction, std::uint64_t& word)>;
  /// Called for each word at a port of a node in a cycle. `port` is that of the router; from 3 on
  /// it is a line, whose words have 64 bits in `word.low` and no kind. `is_received`: it enters the
  /// node.
  using WordWatch = std::function<void(unsigned node, unsigned port, bool is_received,
                                       const ExanetBusWord& word)>;
  /// The words on a line, by cycle modulo its length.
  using Line = std::vector<ExanetLineWord>;

  virtual ~ExanetNodes() = default;

  virtual ExanetTilePort& port(unsigned node, unsigned tile_port) = 0;
  /// The end of the link that leaves the node in a direction. Precondition: there is one.
  virtual ExanetLinkEnd& link(unsigned node, unsigned direction) = 0;
  virtual bool has_link(unsigned node, unsigned direction) const = 0;
  /// The line that a node drives in a direction. Between two cycles that are multiples of its
  /// length, the line of a node of another process must be set to what it is there.
  virtual Line& line(unsigned node, unsigned direction) = 0;
  virtual void set_line_fault(LineFault fault) = 0;
  /// The watch sees words of a line after its faults; only of the nodes that are simulated.
  virtual void set_word_watch(WordWatch watch) = 0;
  virtual void step() = 0;
  virtual std::uint64_t cycle() const = 0;
  virtual ExanetStats stats() const = 0;
  /// Words that entered queue `queue` of a node's router.
  virtual const ExanetQueueStats& queue(unsigned node, unsigned queue) const = 0;
  /// Packets that were sent whole and have neither been read nor dropped, counted where they are.
  /// Of some nodes: modulo 2^64 a share, the sum of which over all nodes it is.
  virtual std::uint64_t packets_in_flight() const = 0;
};

/// With the buffers of `params.small_buffers`. `own`: the nodes to simulate; empty: all.
std::unique_ptr<ExanetNodes> make_exanet_nodes(const ExanetParams& params,
                                               const std::vector<bool>& own = {});

/// Intra-tile ports 0..2; direction d leaves through port 3 + d.
template <class Router>
class ExanetNetwork final : public ExanetNodes {
 public:
  explicit ExanetNetwork(const ExanetParams& params, const std::vector<bool>& own = {});

  unsigned nodes() const { return static_cast<unsigned>(nodes_.size()); }
  ExanetPlace place(unsigned node) const;
  unsigned node_at(const ExanetPlace& place) const;
  ExanetTilePort& port(unsigned node, unsigned tile_port) override {
    return nodes_[node].tiles[tile_port];
  }
  ExanetLinkEnd& link(unsigned node, unsigned direction) override {
    return nodes_[node].links[direction];
  }
  bool has_link(unsigned node, unsigned direction) const override;
  Line& line(unsigned node, unsigned direction) override { return nodes_[node].line[direction]; }

  /// Registers of a node's router: priorities, enabled directions, arbiters.
  typename Router::In& registers(unsigned node) { return nodes_[node].held; }
  void set_line_fault(LineFault fault) override { fault_ = std::move(fault); }
  void set_word_watch(WordWatch watch) override { watch_ = std::move(watch); }

  void step() override;
  void run(std::uint64_t cycles) {
    while (cycles-- > 0) step();
  }
  std::uint64_t cycle() const override { return cycle_; }
  ExanetStats stats() const override;
  const ExanetQueueStats& queue(unsigned node, unsigned queue) const override {
    return nodes_[node].queues[queue];
  }
  std::uint64_t packets_in_flight() const override;

 private:
  struct Node {
    bool own = true;
    ExanetNodeRouter<Router> router;
    typename Router::In held;  ///< straps and registers
    std::array<ExanetTilePort, kTilePorts> tiles;
    std::array<ExanetLinkEnd, kExanetDirections> links;
    std::array<bool, kExanetDirections> linked{};
    std::array<unsigned, kExanetDirections> peer{};
    /// Words on the line of each direction, by cycle modulo its length, and those that arrive now.
    std::array<Line, kExanetDirections> line;
    std::array<ExanetLineWord, kExanetDirections> arriving{};
    std::array<ExanetQueueStats, Router::kQueues> queues{};
    std::uint64_t corrected = 0, bad = 0, discarded = 0;
  };

  void set_up(unsigned node);
  void set_up_links(unsigned node);
  void move_lines();
  void watch_lines(std::size_t slot) const;
  void step_node(Node& node);
  void step_tile(Node& node, unsigned p, typename Router::In& in);
  void step_link(Node& node, unsigned direction, typename Router::In& in);
  void offer(Node& node, unsigned port, bool vc, const ExanetBusWord& word,
             typename Router::In& in);

  ExanetParams params_;
  std::vector<Node> nodes_;
  LineFault fault_;
  WordWatch watch_;
  std::uint64_t cycle_ = 0;
};

}  // namespace tinsim
