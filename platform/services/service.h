// SPDX-License-Identifier: Apache-2.0
// One use of the terminal ports of chips, or of the engines there: raw cells, IP path, 1RMA, hosts.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "platform/network/topology/topology.h"
#include "platform/ranks/ranks.h"
#include "platform/traffic/traffic.h"
#include "tlm/tin/cell_switch/huge_pages.h"
#include "tlm/tin/routing/route_table.h"

namespace tinsim {

class ChipEndpoints;
class DeliveryLogs;
class MosPorts;
class ObserverList;
class RemoteChips;
class ResultSections;
class Services;
class Tin;
struct RunResult;

/// Inputs from which a service is made. All but `config` and `traffic` outlive it.
struct ServiceContext {
  const PlatformConfig& config;  ///< passed validate()
  const Topology& topology;
  const std::vector<bool>& is_own;    ///< by chip: it is simulated by this rank
  std::vector<PortTraffic>& traffic;  ///< raw cells of the whole network; RawCells takes them
  const Services& services;           ///< made before this one
  Ranks& ranks;
  ChipMemory& memory;   ///< of the switches
  uint8_t initial_hop;  ///< hop count of new cells
  Cycle batch_cycles;
  MosPorts& mos;                          ///< to be opened by services of Stage::kOnChips
  const std::vector<RouteTable>& tables;  ///< by chip; they need not outlive the service
  DeliveryLogs& logs;                     ///< of the pods of this rank
};

/// A chip of this rank whose switch has just been made.
struct ChipSite {
  std::size_t chip;
  Tin& tin;
  ChipEndpoints& endpoints;  ///< what is connected to its terminal ports
  DeliveryLogs& logs;
  ObserverList& observers;  ///< of its switch, from the first cycle on
};

/// Inputs of the result besides the counts of the services.
struct RunFacts {
  const PlatformConfig& config;  ///< with the loads of the measurement
  const Topology& topology;
  const std::vector<RouteTable>& tables;
  const Services& services;
  Cycle now;  ///< end of the measurement
};

/// Has a section of the configuration, which says whether it exists, and a section of the result.
/// Platform and run call each function for all services in the order of the registry, at
/// construction or at the end of a batch, never for a single cell.
class Service {
 public:
  Service() = default;
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;
  virtual ~Service() = default;

  // Construction.

  /// Adds what the service has at the terminal ports of a chip. Called chip by chip, ascending,
  /// before links are joined; only for services made before the chips (Stage::kOnChips).
  virtual void build(const ChipSite& /*site*/) {}
  /// Enters the chips of other ranks, and the mail to them. Called once, after all services have
  /// been made; only where there are several ranks.
  virtual void join(RemoteChips& /*remote*/) {}

  // Phases of a run.

  /// Events in [from, to) are measured. Called a batch or more before `from`, and again when the
  /// run is cut.
  virtual void measure(Cycle /*from*/, Cycle /*to*/, Cycle /*batch*/) {}
  /// Counters that report the measurement alone restart. Called once, when it begins.
  virtual void clear_counters(Cycle /*now*/) {}
  /// Traffic that is generated from `now` on has the loads of `config`. Called between two batches.
  virtual void change_rates(const PlatformConfig& /*config*/, Cycle /*now*/) {}

  // Batches.

  /// Sum over the sources of the age of the oldest item that waits there; their number is added to
  /// `sources`. Called after each batch: `now` is the next cycle, or the next one that keep_ages()
  /// named.
  virtual uint64_t waiting_age(Cycle /*now*/, uint64_t& /*sources*/) { return 0; }
  /// Stores the ages in cycle `first` and every `step` cycles after it until waiting_age() returns
  /// them one by one; kNoCycle: no longer. Called before and after run_ahead().
  virtual void keep_ages(Cycle /*first*/, Cycle /*step*/) {}
  /// False: the service requires that all chips stop at the end of each batch. Called before each
  /// phase.
  virtual bool may_run_ahead() const { return true; }
  /// Up to cycle `last` no other part reads the state of the service; 0: any cycle may be read.
  /// Called between two windows.
  virtual void run_ahead(Cycle /*last*/) {}
  /// Applies what is due before `cycle`, up to which all chips of all ranks have been simulated.
  /// Called after each batch; collective.
  virtual void apply_deferred_updates(Cycle /*cycle*/) {}

  /// All chips have been simulated up to `now`; `dropped`: cells that have been dropped so far in
  /// the whole network, but for those that were in TiNs that had failed. Called after each batch.
  virtual void end_batch(Cycle /*now*/, uint64_t /*dropped*/) {}
  /// Cells may wait for tables that are not there yet: a standstill is then no deadlock. Called
  /// after each batch; true at one rank is enough.
  virtual bool may_wait() const { return false; }

  // Audit: called at the end of a run, and every `run.audit` batches.

  /// Cells that have entered switches of this rank. Called after each batch as well.
  virtual uint64_t cells_injected() const { return 0; }
  /// Of those, cells in chips that are none of the platform's own, found where they are; summed
  /// over all ranks. Called by audits.
  virtual uint64_t cells_in_flight() const { return 0; }
  /// Cells that such chips of this rank dropped, and passages of cells through them. After each
  /// batch.
  virtual uint64_t cells_dropped() const { return 0; }
  virtual uint64_t cell_hops() const { return 0; }
  /// Words that the source at a terminal port may still send on a VC; nothing where the service has
  /// no source there.
  virtual std::optional<unsigned> source_credit(std::size_t /*chip*/, unsigned /*port*/,
                                                unsigned /*vc*/) const {
    return std::nullopt;
  }

  // Captures, where the configuration has them.

  /// Creates the files in `folder`. Called at the first rank, before the first cycle. Throws
  /// ConfigError where the folder is empty or a file cannot be written.
  virtual void open_capture(const std::filesystem::path& /*folder*/) {}
  /// Called at all other ranks instead: what they capture is sent to the first.
  virtual void relay_capture() {}
  /// The first rank receives what has been captured so far. Called when a run breaks off;
  /// collective.
  virtual void gather_capture() {}
  /// Completes the files; the last cycle is `end` - 1. kNoCycle: the run broke off.
  virtual void close_capture(Cycle /*end*/) {}

  // Result: called once, at the end of the run.

  /// Adds the sections that collect() fills. Of each service, whether the configuration has it or
  /// not, for the reference of results; of those that have been made before collect().
  static void declare_sections(ResultSections& /*sections*/) {}
  /// Fills the sections of the service with the counts of this rank.
  virtual void collect(const RunFacts& /*facts*/, RunResult& /*result*/) const {}
  /// Adds what follows from the counts of all ranks, which `result` then holds. At the first rank.
  virtual void derive(const RunFacts& /*facts*/, RunResult& /*result*/) const {}
};

}  // namespace tinsim
