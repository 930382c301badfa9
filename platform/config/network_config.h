// SPDX-License-Identifier: Apache-2.0
// Configuration of the network: shape, chips, links, failures and routes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rtl_models/common/keys.h"
#include "tlm/tin/routing/route_mode.h"

namespace tinsim {

TIN_ENUM(TopologyKind, single, pair, dragonfly, flattened, torus, fat_tree, graph)
/// Kind of the links where the shape of the network does not give it.
TIN_ENUM(GraphLinkKind, auto_, local, global)
/// Implementation of a chip's switch.
TIN_ENUM(SwitchImpl, model, pins, rtl, lockstep_pins, lockstep)
TIN_ENUM(LinkFidelity, cell, wire)
TIN_ENUM(CreditReturn, sets, ideal)
TIN_ENUM(LinkFaultKind, down, stuck, drop_fc)
/// Of a link, seen from the end that a selector names.
TIN_ENUM(LinkDirection, both, from, to)
TIN_ENUM(RoutingScheme, auto_, dimension_order, up_down, hop_vc)
TIN_ENUM(LocalDetours, source_pod, every_pod)
TIN_ENUM(MinimalCopies, own, all)
TIN_ENUM(OrderedMode, minimal_deterministic, deterministic)

struct PlatformConfig;
bool is_dragonfly(const PlatformConfig& config);

/// Shape of the network (Aquila 3.2, figure 1).
struct TopologyConfig {
  TopologyKind kind = TopologyKind::dragonfly;
  unsigned pods = 4;
  unsigned tins_per_pod = 12;
  unsigned hosts_per_tin = 2;
  unsigned terminal_ports_per_host = 0;
  unsigned global_links_per_pair = 32;
  unsigned local_links_per_pair = 2;
  unsigned chips = 12;
  std::vector<unsigned> dims = {8, 8};
  unsigned links_per_direction = 1;
  unsigned arity = 4;
  unsigned levels = 2;
  std::string file;
  std::string nodes_file;
  GraphLinkKind link_kind = GraphLinkKind::auto_;
  TIN_KEYS(
      (kind,
       "one chip; two chips joined; pods of fully joined chips, each pair of pods joined; chips "
       "that are all joined; torus; folded Clos; edges from a file"),
      (pods, "pods; dragonfly only", range(1, 64),
       only_with(&TopologyConfig::kind, {TopologyKind::dragonfly}, "with this kind")),
      (tins_per_pod,
       "TiN chips per pod; flattened, torus, fat_tree and graph: so many chips in a row make a "
       "pod, the last one may have fewer",
       range(1, 16),
       only_with(&TopologyConfig::kind,
                 {TopologyKind::dragonfly, TopologyKind::flattened, TopologyKind::torus,
                  TopologyKind::fat_tree, TopologyKind::graph},
                 "with this kind")),
      (hosts_per_tin, "hosts that share each chip", range(1, 64)),
      (terminal_ports_per_host, "switch ports of each host; 0: all terminal ports, shared evenly",
       range(0, 64)),
      (global_links_per_pair, "links that join each pair of pods", range(0, 1024),
       only_with(&TopologyConfig::kind, {TopologyKind::dragonfly}, "with this kind")),
      (local_links_per_pair,
       "links that join each pair of chips in a pod, or the two chips of a pair, or each pair of "
       "chips of kind flattened",
       range(0, 64),
       only_with(&TopologyConfig::kind,
                 {TopologyKind::pair, TopologyKind::dragonfly, TopologyKind::flattened},
                 "with this kind")),
      (chips, "chips; flattened only", range(2, 64),
       only_with(&TopologyConfig::kind, {TopologyKind::flattened}, "with this kind")),
      (dims, "chips along each of 1 to 4 dimensions; torus only", range(2, 1024),
       only_with(&TopologyConfig::kind, {TopologyKind::torus}, "with this kind")),
      (links_per_direction,
       "links to each neighbour; torus only. A dimension of 2 has one neighbour", range(1, 32),
       only_with(&TopologyConfig::kind, {TopologyKind::torus}, "with this kind")),
      (arity, "links down, and up, of each chip; fat_tree only", range(2, 32),
       only_with(&TopologyConfig::kind, {TopologyKind::fat_tree}, "with this kind")),
      (levels, "levels of arity^(levels-1) chips; hosts at the lowest; fat_tree only", range(2, 8),
       only_with(&TopologyConfig::kind, {TopologyKind::fat_tree}, "with this kind")),
      (file,
       "edges, CSV or GraphML, relative to this file (in --set: to the current folder); graph only",
       only_with(&TopologyConfig::kind, {TopologyKind::graph}, "with this kind")),
      (nodes_file,
       "hosts of each node, CSV, relative as topology.file; empty: hosts_per_tin; graph only",
       only_with(&TopologyConfig::kind, {TopologyKind::graph}, "with this kind")),
      (link_kind,
       "kind of the links of flattened, torus, fat_tree and graph; auto: local in a pod, global "
       "between pods",
       only_with(&TopologyConfig::kind,
                 {TopologyKind::flattened, TopologyKind::torus, TopologyKind::fat_tree,
                  TopologyKind::graph},
                 "with this kind")))
};

/// The central cell switch.
struct SwitchConfig {
  unsigned ports = 50;
  unsigned islip_iterations = 1;
  unsigned vcs = 32;
  unsigned crossbar_speedup = 1;
  TIN_KEYS(
      (ports, "ports of the cell switch", range(2, 64)),
      (islip_iterations, "request-grant-accept rounds per arbitration", range(1, 4)),
      (vcs, "virtual channels per port", range(1, 32)),
      (crossbar_speedup,
       "words that the crossbar moves per port and cycle; links carry one. Chips on pins have 1",
       range(1, 4)))
};

/// Depth of each input VC FIFO in 8-byte words, by the kind of its port.
struct VcFifoConfig {
  unsigned local_words = 128;
  unsigned global_words = 512;
  unsigned terminal_words = 128;
  TIN_KEYS((local_words, "depth of each input VC FIFO on a local link, in 8-byte words",
            range(20, 2047)),
           (global_words, "depth of each input VC FIFO on a global link, in 8-byte words",
            range(20, 2047)),
           (terminal_words, "depth of each input VC FIFO on a terminal port, in 8-byte words",
            range(20, 2047)))
};

/// Quality of service between the VCs of an output queue.
struct OutputConfig {
  std::vector<unsigned> strict_vcs;
  std::vector<unsigned> weights = {1};
  unsigned queue_words = 40;
  TIN_KEYS((strict_vcs,
            "VCs served before all others, by the arbiter and by output queues; empty, and one "
            "weight: those of ip.strict_handshake and of the cells of ip.*.strict_classes",
            range(0, 31)),
           (weights, "weight of each VC in the weighted round robin; one entry serves all VCs",
            range(1, 255)),
           (queue_words, "space per output VC, in 8-byte words", range(20, 255)))
};

/// One TiN chip.
struct TinConfig {
  unsigned core_mhz = 400;
  unsigned router_latency_cycles = 16;
  SwitchConfig switch_;
  VcFifoConfig vc_fifo;
  OutputConfig output;
  SwitchImpl impl = SwitchImpl::model;
  std::vector<unsigned> impl_chips = {0};
  TIN_KEYS((core_mhz, "core clock in MHz; each port moves one 8-byte word per cycle",
            range(1, 10000)),
           (router_latency_cycles,
            "cycles through an idle chip, wire to wire; cycles above 16 are spent in the receiver, "
            "also by credits",
            range(16, 1000)),
           (switch_), (vc_fifo), (output),
           (impl,
            "implementation of the chips in impl_chips: the chip core; the block model or the "
            "SystemVerilog "
            "behind pins; or the chip core in lockstep with either"),
           (impl_chips, "chips that use impl; all others use the model", range(0, 1023)))
};

/// Bit errors on links; of several entries that name a link the last one holds.
struct LinkNoiseConfig {
  std::string links = "all";
  double ber = 0;
  double burst_per_s = 0;
  unsigned burst_bits = 0;
  TIN_KEYS((links, "selector of the links; the last entry that names a link holds"),
           (ber, "probability that a bit on the line is wrong", range(0, 0.5)),
           (burst_per_s, "mean error bursts per second of simulated time and direction",
            range(0, 1e9)),
           (burst_bits, "length of a burst; each of its bits is wrong half of the time",
            range(0, 65535)))
};

/// A planned fault of links; all entries that name a link count. Times from the start of the run.
struct LinkFaultConfig {
  std::string links = "all";
  LinkFaultKind kind = LinkFaultKind::down;
  double at_us = 0;
  std::optional<double> for_us;
  LinkDirection direction = LinkDirection::both;
  std::optional<unsigned> value;
  std::optional<unsigned> count;
  unsigned times = 1;
  std::optional<double> every_us;
  TIN_KEYS((links, "selector of the links; all entries that name a link count"),
           (kind, "no light; all bits equal; or flow-control sets are lost"),
           (at_us, "begin at the receiver, in us from the start of the run", range(0, 1e9)),
           (for_us, "down, stuck: length in us", above(0, 1e9)),
           (direction, "which direction, seen from the end that the selector names"),
           (value, "stuck: the value of every bit", range(0, 1)),
           (count, "drop_fc: sets lost each time, the next ones from then on; 1 if unset",
            range(1, 100)),
           (times, "number of occurrences", range(1, 1000)),
           (every_us, "time from one begin to the next in us", above(0, 1e9)))
};

/// The links between chips. Fibre and copper at 5 ns/m.
struct LinkConfig {
  double local_m = 1;
  double global_m = 50;
  unsigned fec_cycles = 12;
  LinkFidelity fidelity = LinkFidelity::cell;
  std::vector<std::string> wire_links;
  CreditReturn credits = CreditReturn::sets;
  unsigned fc_hold_cycles = 32;
  double fc_refresh_us = 10;
  double timesync_us = 0;
  bool train_at_start = false;
  std::vector<LinkNoiseConfig> noise;
  std::vector<LinkFaultConfig> faults;
  TIN_KEYS(
      (local_m, "length of local links in metres, 5 ns/m", range(0, 10000)),
      (global_m, "length of global links in metres, 5 ns/m", range(0, 10000)),
      (fec_cycles,
       "cycles that error correction adds to each global link; 0: none. At wire fidelity 12, or 0",
       range(0, 1000)),
      (fidelity,
       "how links are simulated: as cells and their slots, or bit by bit; the cycles are the same"),
      (wire_links, "selectors of additional links at wire fidelity"),
      (credits,
       "how credits return: in FC sets, which take slots of the links; or without slots, as in "
       "other simulators"),
      (fc_hold_cycles,
       "cycles that a credit update may wait behind cells; more saves reverse bandwidth, less "
       "saves credit latency",
       range(0, 255),
       only_if(
           +[](const LinkConfig& c) { return c.credits == CreditReturn::sets; }, {"credits"},
           "credits in sets", "with link.credits: ideal")),
      (fc_refresh_us,
       "period in which credit and sent words of every VC are reported again, in us; 0: never",
       range(0, 1e6),
       only_if(
           +[](const LinkConfig& c) { return c.credits == CreditReturn::sets; }, {"credits"},
           "credits in sets", "with link.credits: ideal")),
      (timesync_us, "time from one TIMESYNC set of a port to the next in us; 0: none are sent",
       range(0, 1e6)),
      (train_at_start, "links start DOWN and train in the run, at wire fidelity"), (noise),
      (faults))
};

/// Links or TiNs that fail, as routing sees it; docs/reference/failures.md. Times from the start of
/// the run.
struct FailureConfig {
  std::string links;
  std::string tins;
  double percent = 100;
  uint64_t seed = 1;
  double at_us = 0;
  std::optional<double> for_us;
  LinkDirection direction = LinkDirection::both;
  TIN_KEYS((links, "selector of the links that fail; or give tins"),
           (tins, "TiNs that fail, with all their links: pod0.tin1, where * stands for anything"),
           (percent, "share of the named links or TiNs that fail, drawn at random", above(0, 100)),
           (seed, "seed of that draw",
            only_if(
                +[](const FailureConfig& c) { return c.percent < 100; }, {"percent"}, "a draw",
                "where all fail")),
           (at_us, "begin at the receiver, in us from the start of the run", range(0, 1e9)),
           (for_us, "time until the repair, in us; unset: no repair", above(0, 1e9)),
           (direction,
            "links: which direction goes dark, seen from the end that the selector names"))
};

struct FailuresConfig {
  double repair_tables_us = 5;
  unsigned parked_words = 262144;
  std::vector<FailureConfig> events;
  TIN_KEYS(
      (repair_tables_us, "time from a failure or repair until the new tables are installed, in us",
       range(0, 1e6),
       only_if(
           +[](const FailuresConfig& c) { return !c.events.empty(); }, {"events"}, "failures",
           "without failures.events")),
      (parked_words,
       "capacity of a TiN's memory for parked cells, in words; an overflow is a broken invariant",
       range(20, 4294967295.0),
       only_if(
           +[](const FailuresConfig& c) { return !c.events.empty(); }, {"events"}, "failures",
           "without failures.events")),
      (events))
};

/// How cells find their way; docs/reference/routing_modes.md.
struct RoutingConfig {
  RouteMode mode = RouteMode::minimal_adaptive;
  RoutingScheme scheme = RoutingScheme::auto_;
  unsigned minimal_candidates = 2;
  unsigned nonminimal_candidates = 3;
  unsigned minimal_weight = 1;
  unsigned nonminimal_weight = 2;
  unsigned minimal_bias_words = 0;
  unsigned nonminimal_bias_words = 40;
  unsigned local_queue_weight = 1;
  unsigned global_queue_weight = 1;
  LocalDetours local_detours = LocalDetours::source_pod;
  MinimalCopies minimal_copies = MinimalCopies::own;
  std::vector<unsigned> ordered_classes = {2, 7};
  OrderedMode ordered_mode = OrderedMode::minimal_deterministic;
  TIN_KEYS((mode,
            "route choice: by hash of the flow or by queue length, among minimal or all routes; "
            "over a random pod; or UGAL-L"),
           (scheme,
            "deadlock avoidance of flattened, torus, fat_tree and graph; "
            "docs/reference/routing_schemes.md"),
           (minimal_candidates, "candidates drawn from the eight minimal entries", range(1, 8),
            only_with(&RoutingConfig::mode,
                      {RouteMode::minimal_adaptive, RouteMode::fully_adaptive}, "with this mode")),
           (nonminimal_candidates, "candidates drawn from the 24 non-minimal entries", range(0, 8),
            only_with(&RoutingConfig::mode, {RouteMode::fully_adaptive}, "with this mode")),
           (minimal_weight, "cost of a word queued on a minimal route", range(0, 255),
            only_with(&RoutingConfig::mode,
                      {RouteMode::minimal_adaptive, RouteMode::fully_adaptive, RouteMode::ugal_l},
                      "with this mode")),
           (nonminimal_weight, "cost of a word queued on a non-minimal route", range(0, 255),
            only_with(&RoutingConfig::mode, {RouteMode::fully_adaptive, RouteMode::ugal_l},
                      "with this mode")),
           (minimal_bias_words, "additional cost of a minimal route", range(0, 65535),
            only_with(&RoutingConfig::mode, {RouteMode::fully_adaptive, RouteMode::ugal_l},
                      "with this mode")),
           (nonminimal_bias_words,
            "additional cost of a non-minimal route; the threshold of ugal_l", range(0, 65535),
            only_with(&RoutingConfig::mode, {RouteMode::fully_adaptive, RouteMode::ugal_l},
                      "with this mode")),
           (local_queue_weight, "weight of a word queued for a local link", range(1, 8),
            only_with(&RoutingConfig::mode,
                      {RouteMode::minimal_adaptive, RouteMode::fully_adaptive, RouteMode::ugal_l},
                      "with this mode")),
           (global_queue_weight, "weight of a word queued for a global link", range(1, 8),
            only_with(&RoutingConfig::mode,
                      {RouteMode::minimal_adaptive, RouteMode::fully_adaptive, RouteMode::ugal_l},
                      "with this mode")),
           (local_detours, "where a cell may take two local links instead of one",
            only_with(&RoutingConfig::mode, {RouteMode::deterministic, RouteMode::fully_adaptive},
                      "with this mode")),
           (minimal_copies,
            "minimal routes of a TiN that holds a link to the pod: its own links, or all links of "
            "its pod to that pod",
            only_if_config(&is_dragonfly, {"topology.kind"}, "dragonfly", "with this kind")),
           (ordered_classes, "classes whose cells stay in order: adaptive modes route them by hash",
            range(0, 9)),
           (ordered_mode, "mode of the ordered classes in adaptive modes",
            only_with(&RoutingConfig::mode, {RouteMode::fully_adaptive}, "with this mode")))
};

}  // namespace tinsim
