// SPDX-License-Identifier: Apache-2.0
// Networks whose control processors execute the firmware, run step by step.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <deque>
#include <map>

#include "platform/build/platform.h"
#include "platform/config/reader.h"
#include "platform/network/routing/route_tables.h"
#include "platform/services/bring_up.h"
#include "platform/services/control_processors.h"
#include "platform/validate/validate.h"
#include "rtl_models/registers/decode.h"
#include "testbench/fresh_kernel.h"

namespace tinsim {

/// A Dragonfly of `pods` pods of four chips, Ethernet at chips 0 and 1. With the copies of minimal
/// routes cells turn from local links of each kind into global ones.
inline PlatformConfig bring_up_dragonfly(unsigned pods, const std::string& run,
                                         const std::string& more = "",
                                         const std::string& mode = "minimal_adaptive") {
  return parse_config(
             fmt::format("topology: {{kind: dragonfly, pods: {}, tins_per_pod: 4, hosts_per_tin: "
                         "2, global_links_per_pair: 4}}\n"
                         "routing: {{mode: {}, minimal_copies: all}}\n"
                         "ip: {{enabled: true, payload: carried, routes: [{{prefix: "
                         "255.255.255.255/32, punt: true}}]}}\n"
                         "ecp: {{enabled: true, ethernet_chips: [0, 1]}}\n"
                         "run: {{{}}}\n",
                         pods, mode, run) +
                 more,
             "bring_up.yaml")
      .config;
}

class BringUpNetwork {
 public:
  static constexpr Cycle kBatch = 4000;  ///< 10 us

  explicit BringUpNetwork(const PlatformConfig& config) : config_(config) {
    validate(config_);
    fresh_kernel();
    topology_ = make_topology(config_);
    platform_ =
        std::make_unique<Platform>("net", config_, topology_, make_route_tables(config_, topology_),
                                   make_traffic(config_, topology_), kBatch);
  }

  /// False if `condition` does not hold within `limit_us`.
  template <class Condition>
  bool run_until(Condition condition, unsigned limit_us) {
    const Cycle end = platform_->now() + limit_us * config_.tin.core_mhz;
    while (platform_->now() < end && !condition()) {
      platform_->run_to(platform_->now() + kBatch);
      for (Service* service : platform_->services())
        service->apply_deferred_updates(platform_->now());
    }
    return condition();
  }
  void run_for(unsigned us) {
    run_until([] { return false; }, us);
  }
  void set_load(double load) {
    for (TrafficConfig& entry : config_.traffic) entry.load = load;
    platform_->change_rates(config_);
  }
  const control::NetworkController& controller() const {
    return *platform_->services().get<BringUp>().controller();
  }
  ControlProcessors& processors() { return platform_->services().get<ControlProcessors>(); }
  Platform& platform() { return *platform_; }
  const Topology& topology() const { return topology_; }

  /// All registers of group `route` of a chip, by address.
  std::map<uint32_t, uint32_t> route_registers(std::size_t chip) {
    const registers::Group& group = *registers::place_named("route", "mode").group;
    std::map<uint32_t, uint32_t> values;
    for (uint32_t at = group.base; at < group.base + group.size; at += registers::kRegisterBytes) {
      const registers::Place place = registers::place_of(at);
      if (place.reg != nullptr)
        values[at] = processors().registers(chip).read(platform_->now(), at).data;
    }
    return values;
  }
  /// Sum over all deliveries of raw cells.
  uint64_t hash() const {
    uint64_t sum = 0;
    for (const DeliveryLog* log : platform_->judged_logs())
      for (const auto& each : log->batches()) sum += each.hash;
    return sum;
  }

 private:
  PlatformConfig config_;
  Topology topology_;
  std::unique_ptr<Platform> platform_;
};

/// Follows each raw cell from its terminal port to the one that it leaves by.
class CellLedger {
 public:
  CellLedger() = default;
  explicit CellLedger(BringUpNetwork& network) {
    for (const ChipInfo& chip : network.topology().chips) {
      taps_.emplace_back(*this);
      for (unsigned port = 0; port < chip.ports.size(); ++port)
        if (chip.ports[port].kind == PortKind::kTerminal)
          taps_.back().terminals |= uint64_t{1} << port;
      network.platform().observe(taps_.size() - 1, taps_.back());
    }
  }

  void enter(const Cell& cell) {
    ++entered;
    flows_[{cell.src, cell.dst}].push_back(cell.seq);
  }
  void leave(const Cell& cell) {
    auto& waiting = flows_[{cell.src, cell.dst}];
    const auto place = std::find(waiting.begin(), waiting.end(), cell.seq);
    if (place == waiting.end()) {
      ++unknown;
      return;
    }
    ++delivered;
    overtaken += place != waiting.begin();
    waiting.erase(place);
  }

  uint64_t entered = 0, delivered = 0;
  uint64_t overtaken = 0;  ///< cells that left before an earlier one of their flow
  uint64_t unknown = 0;    ///< cells that left twice, or had not entered
  /// Cells that have not left.
  uint64_t inside() const {
    uint64_t cells = 0;
    for (const auto& [flow, waiting] : flows_) cells += waiting.size();
    return cells;
  }

 private:
  struct Tap final : SwitchObserver {
    explicit Tap(CellLedger& to) : ledger(to) {}
    void cell_received(Cycle, unsigned in, const Cell& cell) override {
      if (is_counted(in, cell)) ledger.enter(cell);
    }
    void cell_started(Cycle, unsigned out, const Cell& cell) override {
      if (is_counted(out, cell)) ledger.leave(cell);
    }
    void matched(Cycle, unsigned, unsigned, unsigned, const Cell&) override {}
    void credit_sent(Cycle, unsigned, Credit) override {}
    bool is_counted(unsigned port, const Cell& cell) const {
      return (terminals >> port & 1) != 0 && cell.cls == 0;
    }

    CellLedger& ledger;
    uint64_t terminals = 0;
  };

  std::map<std::pair<uint16_t, uint16_t>, std::deque<uint32_t>> flows_;
  std::deque<Tap> taps_;
};

}  // namespace tinsim
