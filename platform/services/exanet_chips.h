// SPDX-License-Identifier: Apache-2.0
// The nodes of an ExaNet network, with the traffic at their intra-tile ports.
#pragma once

#include <memory>
#include <vector>

#include "platform/services/exanet_line_errors.h"
#include "platform/services/exanet_source.h"
#include "platform/services/exanet_tracing.h"
#include "platform/services/service.h"
#include "platform/statistics/exanet_result.h"
#include "tlm/exanet/exanet_network.h"

namespace tinsim {

/// `chip: exanet`: the chips of the topology are such nodes, and the platform has no TiNs. Ranks
/// exchange the words of the lines between their pods, once for each length of a line.
class ExanetChips final : public Service {
 public:
  /// Null for other chips.
  static std::unique_ptr<Service> make(const ServiceContext& context);
  static void declare_sections(ResultSections& sections);

  /// Takes the traffic of this rank's chips.
  explicit ExanetChips(const ServiceContext& context);

  void measure(Cycle from, Cycle to, Cycle batch) override;
  void clear_counters(Cycle now) override;
  void change_rates(const PlatformConfig& config, Cycle now) override;
  uint64_t waiting_age(Cycle now, uint64_t& sources) override;
  bool may_run_ahead() const override { return false; }
  void apply_deferred_updates(Cycle cycle) override;
  uint64_t cells_injected() const override;
  uint64_t cells_in_flight() const override { return nodes_->packets_in_flight(); }
  uint64_t cells_dropped() const override;
  uint64_t cell_hops() const override { return hops_; }
  void open_capture(const std::filesystem::path& folder) override;
  void relay_capture() override;
  void gather_capture() override;
  void close_capture(Cycle end) override;
  void collect(const RunFacts& facts, RunResult& result) const override;

 private:
  /// An intra-tile port in use.
  struct Port {
    unsigned chip = 0, tile = 0;
    uint8_t port = 0;  ///< of the topology
    uint16_t address = 0;
    ExanetSource source;
    bool is_source = false;
  };
  /// A directed line whose far end another rank simulates, or whose near end.
  struct Border {
    unsigned chip = 0, direction = 0;
    unsigned rank = 0;  ///< the other
  };

  /// A queue of a router, by the port and VC of the topology.
  struct QueuePlace {
    unsigned chip = 0, port = 0, vc = 0;
  };

  void add_ports();
  void give_traffic(std::vector<PortTraffic> traffic, Cycle now);
  void add_borders();
  void exchange_lines();
  void send(Port& port, Cycle now);
  void receive(Port& port, Cycle now);
  bool is_own(unsigned chip) const { return own_.empty() || own_[chip]; }
  ExanetErrorCounts errors() const;
  void add_links(Cycle now, RunResult& result) const;
  void add_queues(RunResult& result) const;
  template <class Fn>
  void for_each_link(const Fn& fn) const;
  template <class Fn>
  void for_each_queue(const Fn& fn) const;

  const Topology& topology_;
  Ranks& ranks_;
  DeliveryLogs& logs_;
  ExanetLattice lattice_;
  ExanetRouting routing_;
  unsigned line_cycles_;
  std::vector<bool> own_;  ///< by chip; empty: all
  std::unique_ptr<ExanetNodes> nodes_;
  std::unique_ptr<ExanetLineErrors> line_errors_;  ///< null: none
  ExanetTracing tracing_;
  std::vector<Port> ports_;           ///< of own chips
  std::vector<unsigned> first_port_;  ///< [chip] in ports_, of own chips
  std::vector<std::shared_ptr<const EntryTables>> tables_;
  std::vector<Border> out_, in_;
  Cycle batch_cycles_, from_ = kNoCycle, to_ = kNoCycle;
  uint64_t hops_ = 0, undetected_ = 0;
  ExanetResult measured_;                      ///< its counts of packets read
  std::vector<ExanetLinkStats> links_before_;  ///< at the last clear_counters()
  std::vector<ExanetQueueStats> queues_before_;
  Cycle cleared_ = 0;
};

}  // namespace tinsim
