// SPDX-License-Identifier: Apache-2.0
// What the user writes about the network: its shape, chips, links, failures and routes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rtl_models/common/fields.h"

namespace tinsim {

/// Shape of the network (facts: Aquila section 3.2; figure 1).
struct TopologyConfig {
  std::string kind = "dragonfly";        ///< single | pair | dragonfly | flattened | torus |
                                         ///< fat_tree | graph
  unsigned pods = 4;                     ///< groups; dragonfly only
  unsigned tins_per_pod = 12;            ///< chips per pod; not of single and pair
  unsigned hosts_per_tin = 2;            ///< traffic endpoints' owners per chip
  unsigned terminal_ports_per_host = 0;  ///< 0: all terminal ports, shared evenly
  unsigned global_links_per_pair = 32;   ///< links that join each pair of pods
  unsigned local_links_per_pair =
      2;  ///< links that join each pair of chips in a pod; of `pair` and `flattened` too
  unsigned chips = 12;                  ///< flattened
  std::vector<unsigned> dims = {8, 8};  ///< torus: chips along each dimension
  unsigned links_per_direction = 1;     ///< torus: parallel links to each neighbour
  unsigned arity = 4;                   ///< fat_tree: links down, and up, of each chip
  unsigned levels = 2;                  ///< fat_tree
  std::string file;                     ///< graph: CSV or GraphML, relative to the config file
  std::string nodes_file;               ///< graph: CSV of hosts per node
  std::string link_kind = "auto";       ///< auto | local | global, where the shape does not say
  TIN_FIELDS(kind, pods, tins_per_pod, hosts_per_tin, terminal_ports_per_host,
             global_links_per_pair, local_links_per_pair, chips, dims, links_per_direction, arity,
             levels, file, nodes_file, link_kind)
};

/// The central cell switch.
struct SwitchConfig {
  unsigned ports = 50;            ///< 2..64
  unsigned islip_iterations = 1;  ///< request-grant-accept rounds per arbitration, 1..4
  unsigned vcs = 32;              ///< virtual channels per port, 1..32
  unsigned crossbar_speedup = 1;  ///< words that the crossbar moves per port and cycle, 1..4
  TIN_FIELDS(ports, islip_iterations, vcs, crossbar_speedup)
};

/// Depth of each input VC FIFO in 8-byte words, by the kind of its port.
struct VcFifoConfig {
  unsigned local_words = 128;
  unsigned global_words = 512;
  unsigned terminal_words = 128;
  TIN_FIELDS(local_words, global_words, terminal_words)
};

/// Quality of service between the VCs of an output queue.
struct OutputConfig {
  std::vector<unsigned> strict_vcs;     ///< before all others, in turn; also in the arbiter
  std::vector<unsigned> weights = {1};  ///< WRR weight 1..255 per VC; one entry serves all VCs
  unsigned queue_words = 40;            ///< space per output VC, 20..255 words
  TIN_FIELDS(strict_vcs, weights, queue_words)
};

/// One TiN chip.
struct TinConfig {
  unsigned core_mhz = 400;              ///< one 8-byte word per port and cycle
  unsigned router_latency_cycles = 16;  ///< wire to wire through an idle chip, 16..1000
  SwitchConfig switch_;
  VcFifoConfig vc_fifo;
  OutputConfig output;
  std::string impl = "model";  ///< on the chips of impl_chips: model, pins (block model), rtl,
                               ///< lockstep_pins, lockstep (chip core beside the pins or RTL)
  std::vector<unsigned> impl_chips = {0};  ///< chips that use `impl`; all others use the model
  TIN_FIELDS(core_mhz, router_latency_cycles, switch_, vc_fifo, output, impl, impl_chips)
};

/// Bit errors on links; of several entries that name a link the last one holds.
struct LinkNoiseConfig {
  std::string links = "all";  ///< selector, docs/reference/configuration.md
  double ber = 0;             ///< probability that a bit of the line is wrong, by itself
  double burst_per_s = 0;     ///< mean bursts per second of simulated time
  unsigned burst_bits = 0;    ///< length of a burst, whose bits are wrong half of the time
  TIN_FIELDS(links, ber, burst_per_s, burst_bits)
};

/// A planned fault of links; all entries that name a link count. Times from the start of the run.
struct LinkFaultConfig {
  std::string links = "all";       ///< selector, docs/reference/configuration.md
  std::string kind = "down";       ///< down | stuck | lose_fc
  double at_us = 0;                ///< begin of the first time
  std::optional<double> for_us;    ///< down, stuck: length
  std::string direction = "both";  ///< both | from | to the end that the selector names
  std::optional<unsigned> value;   ///< stuck: of every bit
  std::optional<unsigned> count;   ///< lose_fc: sets lost each time; 1 if unset
  unsigned times = 1;              ///< how often
  std::optional<double> every_us;  ///< from one begin to the next
  TIN_FIELDS(links, kind, at_us, for_us, direction, value, count, times, every_us)
};

/// The links between chips. Fibre and copper at 5 ns/m.
struct LinkConfig {
  double local_m = 1;
  double global_m = 50;
  unsigned fec_cycles = 12;             ///< added by FEC on global links (30 ns); 0: no FEC
  std::string fidelity = "cell";        ///< cell | wire
  std::vector<std::string> wire_links;  ///< selectors of links at wire fidelity besides
  std::string credits = "sets";         ///< sets (in FC sets) | ideal (beside the cells)
  unsigned fc_hold_cycles = 32;         ///< a credit update waits so long behind cells
  double fc_refresh_us = 10;            ///< every VC is refreshed at least so often; 0: never
  double timesync_us = 0;               ///< from one TIMESYNC of a port to the next; 0: none
  bool train_at_start = false;          ///< links start DOWN and train, at wire fidelity
  std::vector<LinkNoiseConfig> noise;
  std::vector<LinkFaultConfig> faults;
  TIN_FIELDS(local_m, global_m, fec_cycles, fidelity, wire_links, credits, fc_hold_cycles,
             fc_refresh_us, timesync_us, train_at_start, noise, faults)
};

/// Links or TiNs that fail, as routing sees it; docs/reference/failures.md. Times from the start of
/// the run.
struct FailureConfig {
  std::string links;               ///< selector, docs/reference/configuration.md; or:
  std::string tins;                ///< selector of TiNs: `pod0.tin1`
  double percent = 100;            ///< of the links or TiNs named, drawn at random
  uint64_t seed = 1;               ///< of that draw
  double at_us = 0;                ///< begin, where the line ends
  std::optional<double> for_us;    ///< until it is repaired; unset: for good
  std::string direction = "both";  ///< links: both | from | to the end that the selector names
  TIN_FIELDS(links, tins, percent, seed, at_us, for_us, direction)
};

struct FailuresConfig {
  double repair_tables_us = 5;  ///< from a failure or repair to the tables of the network it leaves
  unsigned parked_words = 262144;  ///< of parked cells that a TiN's memory holds
  std::vector<FailureConfig> events;
  TIN_FIELDS(repair_tables_us, parked_words, events)
};

/// How cells find their way; docs/reference/routing_modes.md.
struct RoutingConfig {
  std::string mode = "minimal_adaptive";  ///< minimal_deterministic | minimal_adaptive |
                                          ///< deterministic | fully_adaptive | valiant | ugal_l
  std::string scheme = "auto";            ///< auto | dimension_order | up_down | hop_vc
  unsigned minimal_candidates = 2;        ///< drawn from eight minimal entries, 1..8
  unsigned nonminimal_candidates = 3;     ///< drawn from 24 non-minimal entries, 0..8
  unsigned minimal_weight = 1;            ///< cost of a queued word on a minimal route
  unsigned nonminimal_weight = 2;         ///< … and on a non-minimal one
  unsigned minimal_bias_words = 0;        ///< cost beside
  unsigned nonminimal_bias_words = 40;
  unsigned local_queue_weight = 1;           ///< what a word queued for a local link counts, 1..8
  unsigned global_queue_weight = 1;          ///< … and for a global one
  std::string local_detours = "source_pod";  ///< source_pod | every_pod
  std::string minimal_copies = "own";        ///< own | all
  std::vector<unsigned> ordered_classes = {2, 7};  ///< routed by hash in adaptive modes; the RTS
  std::string ordered_mode = "minimal_deterministic";  ///< … minimal_deterministic | deterministic
  TIN_FIELDS(mode, scheme, minimal_candidates, nonminimal_candidates, minimal_weight,
             nonminimal_weight, minimal_bias_words, nonminimal_bias_words, local_queue_weight,
             global_queue_weight, local_detours, minimal_copies, ordered_classes, ordered_mode)
};

}  // namespace tinsim
