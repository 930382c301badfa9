// SPDX-License-Identifier: Apache-2.0
// What the user writes: plain aggregates with defaults, one per YAML mapping, read by the strict
// reader in reader.h. Cross-field rules live in validate.h; what is built is a Topology.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platform/config/cliquemap_config.h"
#include "platform/config/ip_frames_config.h"
#include "platform/config/pcie_config.h"
#include "platform/config/rma_config.h"
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

/// Links or TiNs that fail, as routing sees it; docs/failures.md. Times from the start of the run.
struct FailureConfig {
  std::string links;               ///< selector, docs/configuration.md; or:
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
  std::vector<FailureConfig> events;
  TIN_FIELDS(repair_tables_us, events)
};

/// How cells find their way; docs/routing.md.
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
  IpMacConfig mac;
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
             high_classes, ingress, egress, mac, max_frame_bytes, cos_from_pcp, flow_label, non_ip,
             non_ip_to, vlan, next_hop, routes, replay, capture)
};

/// Messages of hosts over the IP path; entries add up. docs/hosts.md.
struct IpTrafficConfig {
  std::string pattern = "uniform";  ///< uniform | permutation | incast | pairs
  std::string transport = "swift";  ///< swift | none
  double gbps = 10;                 ///< bytes of messages that each source host makes
  unsigned message_bytes = 4096;
  std::string size_cdf;           ///< CSV file of sizes instead, relative to the config file
  unsigned mtu_bytes = 4160;      ///< packet from the IP header on, host.header_bytes among them
  unsigned cos = 0;               ///< class of service
  bool ecn = true;                ///< packets may be marked
  std::vector<unsigned> sources;  ///< host numbers; empty: all
  std::vector<unsigned> targets;  ///< incast, pairs: host numbers
  TIN_FIELDS(pattern, transport, gbps, message_bytes, size_cdf, mtu_bytes, cos, ecn, sources,
             targets)
};

/// What a host does with packets.
struct HostConfig {
  double process_us = 4;  ///< from a packet's arrival until its transport has seen it
  double jitter_us = 1;   ///< … and up to so much more
  double packet_ns = 0;   ///< packets are taken one by one, each for so long; 0: all at once
  std::optional<double> send_gbps;  ///< bytes of messages; unset: as fast as the NIC takes them
  bool at_macs = false;             ///< one more at each chip's Ethernet MAC
  unsigned header_bytes = 64;       ///< of a packet with data: IPv4, UDP, transport
  unsigned ack_bytes = 64;          ///< of an acknowledgement, from the IP header on
  TIN_FIELDS(process_us, jitter_us, packet_ns, send_gbps, at_macs, header_bytes, ack_bytes)
};

/// Swift congestion control (Kumar et al., SIGCOMM 2020).
struct SwiftConfig {
  double additive_increase = 1;
  double beta = 0.8;
  double max_decrease = 0.5;
  double base_target_us = 15;
  double hop_target_us = 0;
  unsigned hops = 1;
  double flow_scaling_us = 15;
  double flow_scaling_min = 0.1;
  double flow_scaling_max = 100;
  double endpoint_target_us = 25;
  double endpoint_gain = 0.125;
  double initial_window = 16;
  double min_window = 0.001;
  double max_window = 256;
  unsigned reset_timeouts = 5;
  double min_timeout_us = 200;
  TIN_FIELDS(additive_increase, beta, max_decrease, base_target_us, hop_target_us, hops,
             flow_scaling_us, flow_scaling_min, flow_scaling_max, endpoint_target_us, endpoint_gain,
             initial_window, min_window, max_window, reset_timeouts, min_timeout_us)
};

struct PlatformConfig {
  TopologyConfig topology;
  TinConfig tin;
  LinkConfig link;
  FailuresConfig failures;
  RoutingConfig routing;
  IpConfig ip;
  HostConfig host;
  SwiftConfig swift;
  PcieConfig pcie;
  RmaConfig rma;
  std::vector<TrafficConfig> traffic;
  std::vector<IpTrafficConfig> ip_traffic;
  std::vector<RmaTrafficConfig> rma_traffic;
  CliqueMapConfig cliquemap;
  RunConfig run;
  TraceConfig trace;
  TIN_FIELDS(topology, tin, link, failures, routing, ip, host, swift, pcie, rma, traffic,
             ip_traffic, rma_traffic, cliquemap, run, trace)

  /// Files besides the results, which need a folder.
  bool writes_traces() const { return trace.is_on() || !ip.capture.ports.empty(); }
};

}  // namespace tinsim
