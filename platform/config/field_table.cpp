// SPDX-License-Identifier: Apache-2.0
// Field table: meaning, unit and range of every configuration field.
#include "platform/config/field_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "platform/config/field_rules.h"

namespace tinsim {
namespace {

using namespace field_rules;

std::vector<FieldRule> make_table() {
  std::vector<FieldRule> table = {
      // Address widths bound the shape: pod[6] : tin[4] : endpoint[6].
      choice("topology.kind",
             {"single", "pair", "dragonfly", "flattened", "torus", "fat_tree", "graph"},
             "one chip; two chips joined; pods of fully joined chips, each pair of pods joined; "
             "chips that are all joined; torus; folded Clos; edges from a file"),
      number("topology.pods", 1, 64, "pods; dragonfly only"),
      number("topology.tins_per_pod", 1, 16,
             "TiN chips per pod; flattened, torus, fat_tree and graph: so many chips in a row "
             "make a pod, the last one may have fewer"),
      number("topology.hosts_per_tin", 1, 64, "hosts that share each chip"),
      number("topology.terminal_ports_per_host", 0, 64,
             "switch ports of each host; 0: all terminal ports, shared evenly"),
      number("topology.global_links_per_pair", 0, 1024, "links that join each pair of pods"),
      number("topology.local_links_per_pair", 0, 64,
             "links that join each pair of chips in a pod, or the two chips of a pair, or each "
             "pair of chips of kind flattened"),
      number("topology.chips", 2, 64, "chips; flattened only"),
      number("topology.dims", 2, 1024, "chips along each of 1 to 4 dimensions; torus only"),
      number("topology.links_per_direction", 1, 32,
             "links to each neighbour; torus only. A dimension of 2 has one neighbour"),
      number("topology.arity", 2, 32, "links down, and up, of each chip; fat_tree only"),
      number("topology.levels", 2, 8,
             "levels of arity^(levels-1) chips; hosts at the lowest; fat_tree only"),
      plain("topology.file",
            "edges, CSV or GraphML, relative to this file (in --set: to the current folder); graph "
            "only"),
      plain("topology.nodes_file",
            "hosts of each node, CSV, relative as topology.file; empty: hosts_per_tin; graph only"),
      choice("topology.link_kind", {"auto", "local", "global"},
             "kind of the links of flattened, torus, fat_tree and graph; auto: local in a pod, "
             "global between pods"),
      number("tin.core_mhz", 1, 10000,
             "core clock in MHz; each port moves one 8-byte word per cycle"),
      number("tin.router_latency_cycles", 16, 1000,
             "cycles through an idle chip, wire to wire; what exceeds 16 is spent in the receiver, "
             "by credits too"),
      number("tin.switch.ports", 2, 64, "ports of the cell switch"),
      number("tin.switch.islip_iterations", 1, 4, "request-grant-accept rounds per arbitration"),
      number("tin.switch.vcs", 1, 32, "virtual channels per port"),
      number("tin.switch.crossbar_speedup", 1, 4,
             "words that the crossbar moves per port and cycle; links carry one. Chips on pins "
             "have 1"),
      // One cell of 20 words must fit; credits count modulo 4096, so half the range is usable.
      number("tin.vc_fifo.local_words", 20, 2047,
             "depth of each input VC FIFO on a local link, in 8-byte words"),
      number("tin.vc_fifo.global_words", 20, 2047,
             "depth of each input VC FIFO on a global link, in 8-byte words"),
      number("tin.vc_fifo.terminal_words", 20, 2047,
             "depth of each input VC FIFO on a terminal port, in 8-byte words"),
      number("tin.output.strict_vcs", 0, 31,
             "VCs served before all others, by the arbiter and by output queues; empty, and one "
             "weight: those of ip.handshake_first and of the cells of ip.*.strict_classes"),
      number("tin.output.weights", 1, 255,
             "weight of each VC in the weighted round robin; one entry serves all VCs"),
      number("tin.output.queue_words", 20, 255, "space per output VC, in 8-byte words"),
      choice(
          "tin.impl", {"model", "pins", "rtl", "lockstep_pins", "lockstep"},
          "what the chips of impl_chips run: the chip core; the block model or the SystemVerilog "
          "behind pins; or the chip core in lockstep with either"),
      number("tin.impl_chips", 0, 1023, "chips that use impl; all others use the model"),
      number("link.local_m", 0, 10000, "length of local links in metres, 5 ns/m"),
      number("link.global_m", 0, 10000, "length of global links in metres, 5 ns/m"),
      number("link.fec_cycles", 0, 1000,
             "cycles that error correction adds to each global link; 0: none. At wire fidelity 12, "
             "or 0"),
      choice("link.fidelity", {"cell", "wire"},
             "how links are simulated: as cells and their slots, or bit by bit; the cycles are the "
             "same"),
      plain("link.wire_links", "selectors of links that are at wire fidelity besides"),
      choice("link.credits", {"sets", "ideal"},
             "how credits return: in FC sets, which take slots of the links; or beside the cells, "
             "as other simulators have it"),
      number("link.fc_hold_cycles", 0, 255,
             "cycles that a credit update may wait behind cells; more saves reverse bandwidth, "
             "less saves credit latency"),
      number("link.fc_refresh_us", 0, 1e6,
             "every VC's credit is refreshed and its words reported at least so often, in us; 0: "
             "never"),
      number("link.timesync_us", 0, 1e6,
             "time from one TIMESYNC set of a port to the next in us; 0: none are sent"),
      plain("link.train_at_start", "links start DOWN and train in the run, at wire fidelity"),
      plain("link.noise.*.links", "selector of the links; the last entry that names a link holds"),
      number("link.noise.*.ber", 0, 0.5, "probability that a bit on the line is wrong"),
      number("link.noise.*.burst_per_s", 0, 1e9,
             "mean error bursts per second of simulated time and direction"),
      number("link.noise.*.burst_bits", 0, 65535,
             "length of a burst; each of its bits is wrong half of the time"),
      plain("link.faults.*.links", "selector of the links; all entries that name a link count"),
      choice("link.faults.*.kind", {"down", "stuck", "lose_fc"},
             "no light; every bit the same; or flow-control sets that get lost"),
      number("link.faults.*.at_us", 0, 1e9,
             "begin at the receiver, in us from the start of the run"),
      number("link.faults.*.for_us", 0, 1e9, "down, stuck: length in us", kAboveMin),
      choice("link.faults.*.direction", {"both", "from", "to"},
             "which direction, seen from the end that the selector names"),
      number("link.faults.*.value", 0, 1, "stuck: the value of every bit"),
      number("link.faults.*.count", 1, 100,
             "lose_fc: sets that get lost each time, the next ones from then on; 1 if unset"),
      number("link.faults.*.times", 1, 1000, "how often it happens"),
      number("link.faults.*.every_us", 0, 1e9, "time from one begin to the next in us", kAboveMin),
      number("failures.repair_tables_us", 0, 1e6,
             "time from a failure or repair until the tables are those of the network that it "
             "leaves, in us"),
      plain("failures.events.*.links", "selector of the links that fail; or give tins"),
      plain("failures.events.*.tins",
            "TiNs that fail, with all their links: pod0.tin1, where * stands for anything"),
      number("failures.events.*.percent", 0, 100,
             "how many of the links or TiNs named fail, drawn at random", kAboveMin),
      plain("failures.events.*.seed", "seed of that draw"),
      number("failures.events.*.at_us", 0, 1e9,
             "begin at the receiver, in us from the start of the run"),
      number("failures.events.*.for_us", 0, 1e9, "until it is repaired, in us; unset: for good",
             kAboveMin),
      choice("failures.events.*.direction", {"both", "from", "to"},
             "links: which direction goes dark, seen from the end that the selector names"),
      choice("routing.mode",
             {"minimal_deterministic", "minimal_adaptive", "deterministic", "fully_adaptive",
              "valiant", "ugal_l"},
             "how a cell picks its route: by hash of its flow or by queue length, among shortest "
             "routes or all; or over a random pod; or UGAL-L"),
      choice("routing.scheme", {"auto", "dimension_order", "up_down", "hop_vc"},
             "what keeps flattened, torus, fat_tree and graph free of deadlock; "
             "docs/routing_schemes.md"),
      number("routing.minimal_candidates", 1, 8, "drawn from the eight minimal entries"),
      number("routing.nonminimal_candidates", 0, 8, "drawn from the 24 non-minimal entries"),
      number("routing.minimal_weight", 0, 255, "cost of a word queued on a minimal route"),
      number("routing.nonminimal_weight", 0, 255, "cost of a word queued on a non-minimal route"),
      number("routing.minimal_bias_words", 0, 65535, "cost of a minimal route beside"),
      number("routing.nonminimal_bias_words", 0, 65535,
             "cost of a non-minimal route beside; the threshold of ugal_l"),
      number("routing.local_queue_weight", 1, 8, "what a word queued for a local link counts"),
      number("routing.global_queue_weight", 1, 8, "what a word queued for a global link counts"),
      choice("routing.local_detours", {"source_pod", "every_pod"},
             "where a cell may take two local links instead of one"),
      choice("routing.minimal_copies", {"own", "all"},
             "minimal routes of a TiN that holds a link to the pod: its own links, or all links of "
             "its pod to that pod"),
      number("routing.ordered_classes", 0, 9,
             "classes whose cells stay in order: adaptive modes route them by hash"),
      choice("routing.ordered_mode", {"minimal_deterministic", "deterministic"},
             "mode of the ordered classes in adaptive modes"),
      plain("ip.enabled", "chips have NIC, Ethernet MAC and control processor, and carry packets"),
      choice("ip.payload", {"counted", "carried"},
             "packets have a length only, or bytes, which arrive as they were sent"),
      number("ip.nic_ports", 1, 16, "terminal ports of the NIC, from endpoint 0 on"),
      number("ip.mac_ports", 1, 16, "terminal ports of the Ethernet MAC, after those of the NIC"),
      number("ip.cpu_ports", 1, 16, "terminal ports of the control processor"),
      number("ip.nic_gbps", 1, 400, "rate of the NIC, which a chip's hosts share, in Gb/s"),
      number("ip.mac_gbps", 1, 400, "rate of the Ethernet MAC in Gb/s"),
      number("ip.cpu_gbps", 1, 400, "rate of the control processor's port in Gb/s"),
      number("ip.high_classes", 0, 7,
             "classes of service whose cells use the VCs of high priority"),
      plain("ip.handshake_first",
            "RTS, CTS and CTD go before all other cells in crossbars and on links"),
      number("ip.ingress.buffer_kib", 16, 1048576, "buffer of each interface in KiB"),
      number("ip.ingress.class_percent", 1, 100,
             "share of the buffer that a class of service may fill; one entry serves all"),
      number("ip.ingress.strict_classes", 0, 7,
             "classes of service that go to a host's wire, ask, and are pulled, before all others"),
      number(
          "ip.ingress.weights", 1, 255,
          "weight of each other class at a host's wire and where packets ask and are pulled; one "
          "entry serves all"),
      number("ip.ingress.early_rts_bytes", 0, 16383,
             "packets longer than this ask before they have arrived; 0: none does"),
      number("ip.ingress.lookup_cycles", 4, 100000,
             "from the header, or the whole packet, to its RTS: parsing, look-up, buffer"),
      number("ip.ingress.pull_cycles", 1, 100000, "from a CTS to the packet's first DATA cell"),
      choice("ip.ingress.spread", {"cell", "packet"},
             "what is spread over the terminal ports of an interface"),
      number("ip.ingress.rts_timeout_us", 0, 1000000,
             "a packet whose RTS has no answer for so long is given up; 0: never"),
      number("ip.egress.buffer_kib", 17, 1024,
             "reassembly space of each egress port in KiB; the longest packet fits"),
      number("ip.egress.window_kib", 1, 1023,
             "packets fetched at a time by each egress port, in KiB"),
      number("ip.egress.fetch_target_us", 0, 1000000,
             "where handshakes go first: the window narrows while RTSs make fetches take longer "
             "than this and the packet's time on the wire; 0: never"),
      number(
          "ip.egress.strict_classes", 0, 7,
          "classes of service whose CTSs go before all others, and that go first at a host's wire"),
      number("ip.egress.weights", 1, 255,
             "weight of each other class among the CTSs, and at a host's wire where all weigh the "
             "same at the ingress; one entry serves all"),
      number("ip.egress.drop_threshold", 0, 4095,
             "an RTS that finds more than this queued is answered by a CTD"),
      number("ip.egress.mark_threshold", 0, 4095,
             "a packet that leaves more RTSs than this behind it is marked (ECN)"),
      number("ip.egress.rts_cycles", 1, 100000, "from an RTS's arrival to its queue"),
      number("ip.egress.cts_cycles", 1, 100000, "from a grant to the CTS at its port"),
      number("ip.egress.data_cycles", 1, 100000,
             "from a packet's last DATA cell to its being complete"),
      number("ip.egress.fetch_timeout_us", 0, 1000000,
             "a packet that has not arrived for so long after its CTS is given up; 0: never"),
      choice("ip.mac.flow_control", {"none", "pause", "pfc"},
             "of the external MACs, in both directions: PAUSE (802.3x), by class (802.1Qbb)"),
      number("ip.mac.xoff_percent", 1, 100,
             "share of the ingress buffer, pfc: of the class's share, at which the MAC stops its "
             "partner"),
      number("ip.mac.xon_percent", 0, 100, "share down to which the partner stays stopped"),
      number("ip.mac.quanta", 1, 65535,
             "pause of a frame that stops, in 512 bit times; it is repeated after half of them"),
      number(
          "ip.mac.response_ns", 0, 2017,
          "from the end of a frame that stops to its being obeyed, at both ends; 802.3 allows 394 "
          "quanta at 100 Gb/s"),
      number("ip.mac.cable_ns", 0, 1000000, "delay of the cable to a MAC's partner"),
      plain("ip.mac.partner_obeys", "whether the partners stop when they are told to"),
      number("ip.max_frame_bytes", 64, 16365, "longer frames are malformed; tags and FCS included"),
      plain("ip.cos_from_pcp", "class of service of tagged frames from their PCP, not their DSCP"),
      plain("ip.flow_label", "flows of IPv6 by their label, where it is not 0"),
      choice(
          "ip.non_ip", {"drop", "punt", "encapsulate"},
          "frames without IP: dropped, to the chip's control processor, or inside IP to non_ip_to"),
      plain("ip.non_ip_to", "encapsulate: port where the frames come out again, as host0 or mac0"),
      number("ip.vlan", 1, 4094, "VLAN of the tag with which IP packets leave; unset: no tag"),
      plain("ip.next_hop",
            "MAC address to which the Ethernet MACs send; empty: 02:00:pod:tin:00:ff"),
      plain("ip.routes.*.prefix",
            "addresses ADDRESS/LENGTH, IPv4 or IPv6; the longest that matches holds"),
      number("ip.routes.*.hosts", 0, 65535, "host numbers that share their packets, flow by flow"),
      number("ip.routes.*.macs", 0, 1023, "chips whose Ethernet MACs share them besides"),
      number("ip.routes.*.weights", 1, 4095,
             "share of each of the hosts, then of the macs; one entry serves all"),
      plain("ip.routes.*.punt", "to the control processor of the chip where the packet enters"),
      number("ip.replay.*.host", 0, 65535, "host into whose NIC the frames go; or give mac"),
      number("ip.replay.*.mac", 0, 1023, "chip into whose Ethernet MAC the frames go"),
      plain("ip.replay.*.file",
            "capture of Ethernet frames, relative to this file (in --set: to the current folder)"),
      number("ip.replay.*.time_scale", 0, 1e9, "recorded times are multiplied by this", kAboveMin),
      plain("ip.replay.*.loop", "start again at the end"),
      choice("ip.replay.*.fcs", {"auto", "absent", "present"},
             "whether recorded frames end with their FCS; auto: as the file says, else absent"),
      plain("ip.capture.ports",
            "ports whose frames are captured: hosts, macs, cpus, all, host0, mac0, cpu0; empty: no "
            "capture"),
      plain("ip.capture.file", "name of the capture in the result folder: NAME.pcapng"),
      plain("ip.capture.with_fcs", "captured frames keep their FCS"),
      choice("traffic.*.pattern",
             {"uniform", "permutation", "adversarial", "local_adversarial", "hotspot", "incast",
              "trace", "pcap"},
             "who sends to whom"),
      choice("traffic.*.process", {"bernoulli", "poisson", "onoff"},
             "when cells of a random pattern are made"),
      number("traffic.*.load", 0, 4,
             "offered load as a fraction of the chip's reference injection rate; or give gbps"),
      number("traffic.*.gbps", 0, 1e6,
             "whole cells that each source host offers, in Gb/s; or give load"),
      number("traffic.*.cell_bytes", 8, 160,
             "cell sizes, multiples of 8 bytes: one, a uniform range {min, max}, or a list of "
             "{bytes, weight}; 8, a single word, only with link.credits: ideal"),
      number("traffic.*.class", 0, 9, "traffic classes; each cell draws one"),
      choice("traffic.*.vc", {"class", "destination"},
             "VC = class*3 + phase; or destination port modulo vcs (kind single)"),
      number("traffic.*.offset", 1, 1023,
             "adversarial: pod + offset; local_adversarial: TiN + offset"),
      number("traffic.*.sources", 0, 65535, "host numbers that send; empty: all"),
      number("traffic.*.targets", 0, 65535, "hotspot, incast: host numbers that are aimed at"),
      number("traffic.*.fraction", 0, 1, "hotspot: share of cells that go to a target"),
      number("traffic.*.burst_cells", 1, 1e9,
             "onoff: mean cells per burst, sent at the rate of the port"),
      plain("traffic.*.file",
            "trace, pcap: path, relative to this file (in --set: to the current folder)"),
      number("traffic.*.time_scale", 0, 1e9, "trace, pcap: recorded times are multiplied by this",
             kAboveMin),
      plain("traffic.*.loop", "trace, pcap: start again at the end"),
      choice_or_number("run.warmup_us", "auto", 0, 1e9,
                       "simulated time before the measurement in us; auto: until steady"),
      number("run.measure_us", 0, 1e9, "simulated time of the measurement in us", kAboveMin),
      plain("run.seed", "seed of all random streams"),
      number("run.audit", 0, 4294967295.0,
             "full invariant audit every so many batches (a hundredth of the measurement); 0: at "
             "the end only"),
      number(
          "run.start_us", 0, 1e9,
          "simulated time before the warm-up, with all traffic at start_load, in us; unset: none",
          kAboveMin),
      number("run.start_load", 0, 4,
             "load of every traffic entry during start_us; of hosts: share of ip.nic_gbps"),
      number("run.max_warmup_us", 0, 1e9, "warm-up `auto` gives up here and flags the run, in us",
             kAboveMin),
      number("run.progress_timeout_us", 0, 1e9,
             "no delivery for so long, beyond the latency of the links, with cells in flight is a "
             "deadlock, in us",
             kAboveMin),
      number("trace.from_us", 0, 1e9, "simulated time at which traces begin, in us"),
      number("trace.to_us", 0, 1e9,
             "simulated time at which traces end, in us; unset: the run's end", kAboveMin),
      plain("trace.cells.ports", "ports whose cells are captured, by selector; empty: no capture"),
      plain("trace.cells.file", "name of the capture in the result folder: NAME.pcapng"),
      plain("trace.cells.csv", "write the cells as a table too: NAME.csv"),
      plain("trace.cells.sets", "capture ordered sets too; with csv, as NAME_sets.csv"),
      plain("trace.timeline.ports",
            "ports whose events are drawn, by selector; empty: no timeline"),
      plain("trace.timeline.file",
            "name of the timeline in the result folder, with timeline.json at its end"),
      plain("trace.waves.ports", "ports whose signals are drawn, by selector; empty: no waves"),
      plain("trace.waves.file", "name of the waveform in the result folder: NAME.fst"),
  };
  add_host_fields(table);
  add_pcie_fields(table);
  add_rma_fields(table);
  add_cliquemap_fields(table);
  return table;
}

}  // namespace

const std::vector<FieldRule>& field_table() {
  static const std::vector<FieldRule> table = make_table();
  return table;
}

const FieldRule& field_rule(std::string_view pattern) {
  const auto& table = field_table();
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const FieldRule& rule) { return rule.path == pattern; });
  if (found == table.end()) throw std::out_of_range(fmt::format("no rule for '{}'", pattern));
  return *found;
}

std::string range_text(const FieldRule& rule) {
  if (rule.max == kUnbounded) return "";
  if (rule.above_min) return fmt::format("more than {} and at most {}", rule.min, rule.max);
  return fmt::format("{} to {}", rule.min, rule.max);
}

bool in_range(const FieldRule& rule, double number) {
  return std::isfinite(number) && number <= rule.max &&
         (rule.above_min ? number > rule.min : number >= rule.min);
}

}  // namespace tinsim
