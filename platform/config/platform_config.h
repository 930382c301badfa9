// SPDX-License-Identifier: Apache-2.0
// What the user writes: plain aggregates with defaults, one per YAML mapping, read by the strict
// reader in reader.h. Cross-field rules live in validate.h; what is built is a Topology.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platform/config/ip_frames_config.h"
#include "rtl_models/common/fields.h"

namespace tinsim {

/// Shape of the network (facts: Aquila section 3.2; figure 1).
struct TopologyConfig {
  std::string kind = "dragonfly";        ///< single | pair | dragonfly
  unsigned pods = 4;                     ///< groups; dragonfly only
  unsigned tins_per_pod = 12;            ///< chips per pod; dragonfly only
  unsigned hosts_per_tin = 2;            ///< traffic endpoints' owners per chip
  unsigned terminal_ports_per_host = 0;  ///< 0: all terminal ports, shared evenly
  unsigned global_links_per_pair = 32;   ///< links that join each pair of pods
  unsigned local_links_per_pair =
      2;  ///< links that join each pair of chips in a pod; of `pair` too
  TIN_FIELDS(kind, pods, tins_per_pod, hosts_per_tin, terminal_ports_per_host,
             global_links_per_pair, local_links_per_pair)
};

/// The central cell switch.
struct SwitchConfig {
  unsigned ports = 50;            ///< 2..64
  unsigned islip_iterations = 1;  ///< request-grant-accept rounds per arbitration, 1..4
  unsigned vcs = 32;              ///< virtual channels per port, 1..32
  TIN_FIELDS(ports, islip_iterations, vcs)
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
  std::vector<unsigned> strict_vcs;     ///< served before all others, round robin among themselves
  std::vector<unsigned> weights = {1};  ///< WRR weight 1..255 per VC; one entry serves all VCs
  unsigned queue_words = 40;            ///< space per output VC, 20..255 words
  TIN_FIELDS(strict_vcs, weights, queue_words)
};

/// One TiN chip.
struct TinConfig {
  unsigned core_mhz = 400;  ///< one 8-byte word per port and cycle
  SwitchConfig switch_;
  VcFifoConfig vc_fifo;
  OutputConfig output;
  std::string impl = "model";  ///< on the chips of impl_chips: model, pins (block model), rtl,
                               ///< lockstep_pins, lockstep (chip core beside the pins or RTL)
  std::vector<unsigned> impl_chips = {0};  ///< chips that use `impl`; all others use the model
  TIN_FIELDS(core_mhz, switch_, vc_fifo, output, impl, impl_chips)
};

/// Bit errors on links; of several entries that name a link the last one holds.
struct LinkNoiseConfig {
  std::string links = "all";  ///< selector, docs/configuration.md
  double ber = 0;             ///< probability that a bit of the line is wrong, by itself
  double burst_per_s = 0;     ///< mean bursts per second of simulated time
  unsigned burst_bits = 0;    ///< length of a burst, whose bits are wrong half of the time
  TIN_FIELDS(links, ber, burst_per_s, burst_bits)
};

/// A planned fault of links; all entries that name a link count. Times from the start of the run.
struct LinkFaultConfig {
  std::string links = "all";       ///< selector, docs/configuration.md
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
  unsigned fc_hold_cycles = 32;         ///< a credit update waits so long behind cells
  double fc_refresh_us = 10;            ///< every VC is refreshed at least so often; 0: never
  double timesync_us = 0;               ///< from one TIMESYNC of a port to the next; 0: none
  bool train_at_start = false;          ///< links start DOWN and train, at wire fidelity
  std::vector<LinkNoiseConfig> noise;
  std::vector<LinkFaultConfig> faults;
  TIN_FIELDS(local_m, global_m, fec_cycles, fidelity, wire_links, fc_hold_cycles, fc_refresh_us,
             timesync_us, train_at_start, noise, faults)
};

/// How cells find their way; docs/routing.md.
struct RoutingConfig {
  std::string mode = "minimal_adaptive";  ///< minimal_deterministic | minimal_adaptive |
                                          ///< deterministic | fully_adaptive | valiant | ugal_l
  unsigned minimal_candidates = 2;        ///< drawn from eight minimal entries, 1..8
  unsigned nonminimal_candidates = 3;     ///< drawn from 24 non-minimal entries, 0..8
  unsigned minimal_weight = 1;            ///< cost of a queued word on a minimal route
  unsigned nonminimal_weight = 2;         ///< … and on a non-minimal one
  unsigned minimal_bias_words = 0;        ///< cost beside
  unsigned nonminimal_bias_words = 40;
  unsigned local_queue_weight = 1;           ///< what a word queued for a local link counts, 1..8
  unsigned global_queue_weight = 1;          ///< … and for a global one
  std::string local_detours = "source_pod";  ///< source_pod | every_pod
  std::vector<unsigned> ordered_classes = {2, 7};  ///< routed by hash in adaptive modes; the RTS
  std::string ordered_mode = "minimal_deterministic";  ///< … minimal_deterministic | deterministic
  TIN_FIELDS(mode, minimal_candidates, nonminimal_candidates, minimal_weight, nonminimal_weight,
             minimal_bias_words, nonminimal_bias_words, local_queue_weight, global_queue_weight,
             local_detours, ordered_classes, ordered_mode)
};

/// Cell sizes in bytes: one value, a uniform range of multiples of 8, or a weighted list.
/// YAML: `160`, `{min: 16, max: 160}`, or `[{bytes: 16, weight: 3}, {bytes: 160, weight: 1}]`.
struct CellBytes {
  struct Item {
    unsigned bytes = 160;
    unsigned weight = 1;
    TIN_FIELDS(bytes, weight)
  };
  std::vector<Item> items = {{160, 1}};  ///< a range is expanded to equal weights
};

/// One traffic entry; entries add up.
struct TrafficConfig {
  std::string pattern = "uniform";  ///< uniform permutation adversarial local_adversarial hotspot
                                    ///< incast trace pcap
  std::string process = "poisson";  ///< bernoulli | poisson | onoff
  std::optional<double> load;       ///< fraction of the reference injection rate per chip
  std::optional<double> gbps;       ///< or: Gb/s offered by each source host, cell headers included
  CellBytes cell_bytes;
  std::vector<unsigned> class_ = {4,
                                  9};  ///< traffic classes, equal shares; DATA of both priorities
  std::string vc = "class";  ///< class: class*3 + phase | destination: destination port modulo vcs
  unsigned offset = 1;       ///< adversarial: pod + offset; local_adversarial: TiN + offset
  std::vector<unsigned> sources;  ///< host numbers; empty: all
  std::vector<unsigned> targets;  ///< hotspot, incast: host numbers
  double fraction = 0.1;          ///< hotspot: share of cells that go to a target
  double burst_cells = 32;        ///< onoff: mean cells per burst, sent at line rate
  std::string file;               ///< trace, pcap: path, relative to the config file
  double time_scale = 1;          ///< trace, pcap: recorded times are multiplied by this
  bool loop = false;              ///< trace, pcap: start again at the end
  TIN_FIELDS(pattern, process, load, gbps, cell_bytes, class_, vc, offset, sources, targets,
             fraction, burst_cells, file, time_scale, loop)
};

struct RunConfig {
  std::string warmup_us = "auto";  ///< auto, or a number of microseconds
  double measure_us = 20;          ///< length of the measurement
  uint64_t seed = 1;
  unsigned audit = 0;                ///< full invariant audit every N batches; 0: at the end only
  std::optional<double> start_us;    ///< the run starts with so much time at start_load
  std::optional<double> start_load;  ///< load of every traffic entry in that time
  double max_warmup_us = 100;        ///< `auto` gives up here and flags the run
  double progress_timeout_us = 100;  ///< no delivery for so long with cells in flight: deadlock
  TIN_FIELDS(warmup_us, measure_us, seed, audit, start_us, start_load, max_warmup_us,
             progress_timeout_us)
};

/// Cells on the links, as a packet capture. Each trace takes what the ports it names send, and is
/// off when it names none.
struct CellTraceConfig {
  std::vector<std::string> ports;     ///< selectors, platform/topology/port_selector.h
  std::string file = "cells.pcapng";  ///< in the result folder
  bool csv = false;                   ///< the same cells as a table beside it
  bool sets = false;                  ///< ordered sets too
  TIN_FIELDS(ports, file, csv, sets)
};

/// Events of ports for a timeline viewer.
struct TimelineTraceConfig {
  std::vector<std::string> ports;
  std::string file = "timeline.json";
  TIN_FIELDS(ports, file)
};

/// Signals of ports for a waveform viewer.
struct WaveTraceConfig {
  std::vector<std::string> ports;
  std::string file = "waves.fst";
  TIN_FIELDS(ports, file)
};

/// What is written down of a run, besides its results.
struct TraceConfig {
  double from_us = 0;           ///< simulated time, warm-up included
  std::optional<double> to_us;  ///< unset: to the end of the run
  CellTraceConfig cells;
  TimelineTraceConfig timeline;
  WaveTraceConfig waves;
  TIN_FIELDS(from_us, to_us, cells, timeline, waves)

  bool is_on() const {
    return !cells.ports.empty() || !timeline.ports.empty() || !waves.ports.empty();
  }
};

/// Packets on their way into the fabric; docs/ip_over_gnet.md.
struct IpIngressConfig {
  unsigned buffer_kib = 1024;                   ///< of each interface
  std::vector<unsigned> class_percent = {100};  ///< of it, by class of service; one serves all
  std::vector<unsigned> strict_classes;         ///< pulled before all others
  std::vector<unsigned> weights = {1};          ///< of the others, WRR
  unsigned early_rts_bytes = 256;  ///< longer packets ask before they have arrived; 0: none does
  unsigned lookup_cycles = 24;     ///< header in to RTS
  unsigned pull_cycles = 8;        ///< CTS in to the first DATA cell
  std::string spread = "cell";     ///< cell | packet: what is spread over an interface's ports
  double rts_timeout_us = 10000;   ///< a packet without an answer is given up; 0: never
  TIN_FIELDS(buffer_kib, class_percent, strict_classes, weights, early_rts_bytes, lookup_cycles,
             pull_cycles, spread, rts_timeout_us)
};

/// Packets on their way out of the fabric.
struct IpEgressConfig {
  unsigned buffer_kib = 64;              ///< reassembly space of each egress port
  unsigned window_kib = 32;              ///< outstanding fetches of each egress port
  std::vector<unsigned> strict_classes;  ///< their CTSs go before all others
  std::vector<unsigned> weights = {1};   ///< of the other classes of service; one serves all
  unsigned drop_threshold = 1024;        ///< an RTS that finds more of them queued gets a CTD
  unsigned mark_threshold = 128;         ///< a packet that leaves more of them behind is marked
  unsigned rts_cycles = 6;               ///< RTS in to its queue
  unsigned cts_cycles = 4;               ///< grant to the CTS at its port
  unsigned data_cycles = 4;              ///< last DATA cell in to the packet complete
  double fetch_timeout_us = 1000;        ///< a packet that does not arrive is given up; 0: never
  TIN_FIELDS(buffer_kib, window_kib, strict_classes, weights, drop_threshold, mark_threshold,
             rts_cycles, cts_cycles, data_cycles, fetch_timeout_us)
};

/// The IP path of every chip: NIC, external Ethernet MAC, control processor.
struct IpConfig {
  bool enabled = false;
  std::string payload = "counted";  ///< counted | carried
  unsigned nic_ports = 5;           ///< terminal ports of each interface
  unsigned mac_ports = 5;
  unsigned cpu_ports = 1;
  unsigned nic_gbps = 100;  ///< on the Ethernet side; both hosts share the NIC
  unsigned mac_gbps = 100;
  unsigned cpu_gbps = 1;
  std::vector<unsigned> high_classes = {4, 5, 6,
                                        7};  ///< classes of service on VCs of high priority
  IpIngressConfig ingress;
  IpEgressConfig egress;
  unsigned max_frame_bytes = 9216;  ///< longer frames are malformed
  bool cos_from_pcp = false;        ///< class of a tagged frame: PCP of its tag, not DSCP
  bool flow_label = false;          ///< flows of IPv6 by their label
  std::string non_ip = "drop";      ///< drop | punt | encapsulate: frames without IP
  std::string non_ip_to;            ///< encapsulate: port at the far end
  std::optional<unsigned> vlan;     ///< of the tag of packets that leave; unset: no tag
  std::string next_hop;             ///< MAC address to which a chip's MAC sends; empty: of the plan
  std::vector<IpRouteConfig> routes;
  std::vector<IpReplayConfig> replay;
  IpCaptureConfig capture;
  TIN_FIELDS(enabled, payload, nic_ports, mac_ports, cpu_ports, nic_gbps, mac_gbps, cpu_gbps,
             high_classes, ingress, egress, max_frame_bytes, cos_from_pcp, flow_label, non_ip,
             non_ip_to, vlan, next_hop, routes, replay, capture)
};

struct PlatformConfig {
  TopologyConfig topology;
  TinConfig tin;
  LinkConfig link;
  RoutingConfig routing;
  IpConfig ip;
  std::vector<TrafficConfig> traffic;
  RunConfig run;
  TraceConfig trace;
  TIN_FIELDS(topology, tin, link, routing, ip, traffic, run, trace)

  /// Files besides the results, which need a folder.
  bool writes_traces() const { return trace.is_on() || !ip.capture.ports.empty(); }
};

}  // namespace tinsim
