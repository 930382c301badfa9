// SPDX-License-Identifier: Apache-2.0
// A controller and its TiNs: reports of failures take time, instances end at any step.
#pragma once

#include "platform/controller/constellation/constellation.h"
#include "tests/platform/fake_fabric.h"
#include "tests/platform/nib_audit.h"

namespace tinsim::control {

/// A Dragonfly with two hosts at each TiN, and IP paths.
/// `external`: routes to outside of it.
CliquePlan clique_plan(const std::string& shape, const std::string& mode = "minimal_adaptive",
                       unsigned external = 0);

class CliqueRig {
 public:
  CliqueRig(const CliquePlan& plan, unsigned seed, ConstellationSettings settings = {});

  void step();
  /// False: it did not settle within so many steps of 1 us.
  bool settle(std::uint64_t steps = 200000);
  /// Restarts one of these instances in one of `every` steps, at random.
  void restart_at_random(std::vector<Instance> instances, unsigned every) {
    restarted_ = std::move(instances);
    every_ = every;
  }
  /// The front end ends while it sends, in one of `every` cases before or after the request; the
  /// Flow Manager ends with it in half of them.
  void crash_at_random(unsigned every);
  void restart(Instance instance);

  void set_link(std::size_t tin, unsigned port, bool is_up);
  void set_power(std::size_t tin, bool is_on);
  /// A link fails or is repaired; in one of eight cases a TiN, in one of 32 a line card of two.
  void random_event();
  /// A random link of a random TiN.
  void random_flap();
  void repair_all();
  /// As the operations of the controller.
  void drain(const std::vector<std::size_t>& tins);
  void undrain(const std::vector<std::size_t>& tins);

  /// The first difference between registers and the builders' tables, or pairs of TiNs with routes
  /// and without flows of IP addresses; empty: none.
  std::string difference() const;
  /// Registers of all TiNs; none of those without power.
  std::vector<std::vector<std::uint32_t>> words() const;

  FakeFabric fabric;
  Constellation controller;
  std::uint64_t now_us = 0;
  std::uint64_t group_audits = 0;  ///< writes of registers before which references were complete

 private:
  struct Report {
    std::uint64_t due_us;
    std::size_t tin;
  };
  void step_controller();
  void subscribe();
  void audit_groups();
  void report(std::size_t tin);
  void deliver(std::size_t tin);
  std::string table_difference(std::size_t tin, const RouteTable& table) const;
  std::string ip_difference(std::size_t tin) const;

  const CliquePlan& plan_;
  std::mt19937 random_;
  std::vector<Report> reports_;
  std::vector<Instance> restarted_;
  unsigned every_ = 0;
  std::uint64_t plans_ = 0;
  std::vector<std::uint16_t> units_;  ///< with which TiNs are drained
  std::optional<NibSubscription> references_;
};

}  // namespace tinsim::control
