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
      number("failures.parked_words", 20, 4294967295.0,
             "words of parked cells that the memory of a TiN holds; more are a broken invariant"),
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
             "docs/reference/routing_schemes.md"),
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
  add_ip_fields(table);
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
