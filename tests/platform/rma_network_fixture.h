// SPDX-License-Identifier: Apache-2.0
// A network with 1RMA and scripted software on every host.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "platform/build/platform.h"
#include "platform/network/routing/route_tables.h"
#include "platform/run/audit.h"
#include "platform/services/rma_network.h"
#include "tlm/host/rma_traffic_host.h"

namespace tinsim {

/// Writes commands at given cycles, each into the slot that it names; keeps what is completed.
class ScriptedRmaHost final : public RmaHost {
 public:
  struct Ended {
    RmaCompletion completion;
    Cycle at = 0;  ///< in host memory
  };

  explicit ScriptedRmaHost(MmioPort& mmio) : mmio_(mmio) {}

  void issue(unsigned slot, const RmaCommand& command, Cycle at) {
    script_.emplace(at, Scripted{slot, command});
  }
  const std::vector<Ended>& ended() const { return ended_; }
  /// Called with every completion as it is in memory.
  std::function<void(const RmaCompletion&, Cycle)> on_end;

  /// It regularly checks whether a test has written between two runs.
  Cycle next() const override {
    return script_.empty() ? polls_at_ : std::min(polls_at_, script_.begin()->first);
  }
  void run(Cycle now) override {
    polls_at_ = now + kPoll;
    while (!script_.empty() && script_.begin()->first <= now) {
      const Scripted scripted = script_.begin()->second;
      script_.erase(script_.begin());
      const CommandBytes bytes = encode_command(scripted.command);
      const uint32_t window = kCommandWindow + scripted.slot * kCommandBytes;
      for (uint32_t part : {2u, 0u, 3u, 1u})
        mmio_.store(now, window + part * kQuarterBytes,
                    {bytes.data() + part * kQuarterBytes, kQuarterBytes});
    }
  }
  void completed(const RmaCompletion& completion, Cycle at) override {
    ended_.push_back({completion, at});
    if (on_end) on_end(completion, at);
  }

 private:
  struct Scripted {
    unsigned slot;
    RmaCommand command;
  };
  static constexpr Cycle kPoll = 1000;
  MmioPort& mmio_;
  Cycle polls_at_ = 0;
  std::multimap<Cycle, Scripted> script_;
  std::vector<Ended> ended_;
};

/// Hosts are numbered chip by chip, two to a chip that has hosts. Each has a region of data (number
/// 2 h of its chip, from kBase on) and one for completions (2 h + 1, from 0 on).
class RmaTestNetwork {
 public:
  static constexpr Cycle kBatch = 50;
  static constexpr unsigned kRingKeys = 32;  ///< behind those of data
  static constexpr uint64_t kBase = 1 << 20, kBytes = 4 << 20, kRingBytes = 1 << 14;

  explicit RmaTestNetwork(PlatformConfig config)
      : config_(enable(std::move(config))),
        topology_(make_topology(config_)),
        tables_(make_route_tables(config_, topology_)),
        platform_("net", config_, topology_, tables_, {}, kBatch) {
    for (unsigned number = 0; number < topology_.hosts.size(); ++number) {
      const unsigned host = number % 2;
      hosts_.push_back(std::make_unique<ScriptedRmaHost>(rma().pcie(chip_of(number), host)));
      RmaEngine& engine = engine_of(number);
      engine.attach(host, *hosts_.back());
      engine.register_region(2 * host,
                             {true, kBase, kBytes, 15, static_cast<uint8_t>(host), key_of(number)});
      engine.register_region(2 * host + 1,
                             {true, 0, kRingBytes, kPermWrite, static_cast<uint8_t>(host),
                              key_of(number + kRingKeys)});
    }
  }

  static RegionKey key_of(unsigned number) { return {0x1111 + number, 0x9999ull << number}; }

  ScriptedRmaHost& host(unsigned number) { return *hosts_[number]; }
  unsigned hosts() const { return static_cast<unsigned>(hosts_.size()); }
  Platform& platform() { return platform_; }
  RmaNetwork& rma() { return platform_.services().get<RmaNetwork>(); }
  RmaEngine& engine_of(unsigned number) { return rma().engine(chip_of(number)); }
  HostMemory& memory(unsigned number) { return rma().memory(chip_of(number), number % 2); }
  uint16_t address_of(unsigned number) const {
    const ChipInfo& chip = topology_.chips[chip_of(number)];
    return gnet_address(chip.pod, chip.tin, 0);
  }
  const PlatformConfig& config() const { return config_; }

  /// From the data of one host to that of another, signed as it should be.
  RmaCommand command(unsigned from, unsigned to, RmaOp op, unsigned bytes, uint64_t remote = 0,
                     uint64_t local = 0) {
    RmaCommand command;
    command.op = static_cast<uint8_t>(op);
    command.size = static_cast<uint16_t>(bytes);
    command.remote = address_of(to);
    command.remote_region = 2 * (to % 2);
    command.local_region = 2 * (from % 2);
    command.remote_offset = remote;
    command.local_offset = local;
    command.queue_region = 2 * (from % 2) + 1;
    command.key =
        engine_of(from).seal().derive(key_of(to), address_of(from), 0, command.op, address_of(to));
    return command;
  }

  void run_to(Cycle cycle) {
    platform_.run_to((cycle + kBatch - 1) / kBatch * kBatch);
    audit(platform_, topology_);
  }
  /// Nothing is in flight in any engine.
  bool is_quiet() {
    for (unsigned chip = 0; chip < topology_.chips.size(); ++chip) {
      if (!rma().has(chip)) continue;
      const RmaEngine& engine = rma().engine(chip);
      if (engine.in_service() + engine.waiting() + engine.inbound() + engine.open_reads() +
              engine.servers() + engine.window_used() + engine.pull_window_used() !=
          0)
        return false;
      for (unsigned host = 0; host < 2; ++host)
        if (!rma().pcie(chip, host).idle() || rma().pcie(chip, host).tags_out() != 0) return false;
    }
    return true;
  }
  uint64_t sum(uint64_t RmaCounters::*field) {
    uint64_t total = 0;
    for (unsigned chip = 0; chip < topology_.chips.size(); ++chip)
      if (rma().has(chip)) total += rma().engine(chip).counters().*field;
    return total;
  }
  uint64_t dropped(RmaDrop cause) {
    uint64_t total = 0;
    for (unsigned chip = 0; chip < topology_.chips.size(); ++chip)
      if (rma().has(chip))
        total += rma().engine(chip).counters().dropped[static_cast<std::size_t>(cause)];
    return total;
  }

 private:
  unsigned chip_of(unsigned number) const { return topology_.hosts[number].chip; }
  static PlatformConfig enable(PlatformConfig config) {
    config.rma.enabled = true;
    config.pcie.memory_mib = 16;
    return config;
  }

  PlatformConfig config_;
  Topology topology_;
  std::vector<RouteTable> tables_;
  Platform platform_;
  std::vector<std::unique_ptr<ScriptedRmaHost>> hosts_;
};

}  // namespace tinsim
