// SPDX-License-Identifier: Apache-2.0
// Parts of the switch side of a chip: per port, per link, per chip.
#include "platform/cost/block_memory.h"
#include "platform/cost/chip_parts.h"
#include "rtl_models/parts/route_choice.h"
#include "tlm/tin/routing/route_table.h"

namespace tinsim {
namespace {

constexpr auto kSide = CostSide::kSwitch;
constexpr unsigned kRouteCandidates = kMinimalEntries + kDetourEntries;
constexpr unsigned kRouteCandidateBits = 6;

/// Entries of the route table of an input port: VC phases by destinations, which are the chips of
/// the pod and the other pods, or in networks given as a graph all other chips.
uint64_t route_entries(const PlatformConfig& config, const Topology& topology) {
  if (config.topology.kind != TopologyKind::dragonfly) return topology.chips.size();
  return uint64_t{kVcPhases} * (topology.tins_per_pod - 1 + topology.pods - 1);
}

/// A block whose gates move words, for words of another width than that of its SystemVerilog.
ChipPart of_width(ChipPart part, unsigned word_bits) {
  if (word_bits == kBlockWordBits) return part;
  const double ratio = double{1} * word_bits / kBlockWordBits;
  part.gates *= ratio;
  part.flops *= ratio;
  part.is_extrapolated = true;
  return part;
}

void add_port_parts(const PlatformConfig& config, const Topology& topology, const ChipPorts& ports,
                    std::vector<ChipPart>& parts) {
  const SwitchConfig& of = config.tin.switch_;
  const VcFifoConfig& fifo = config.tin.vc_fifo;
  const auto add_fifos = [&](const char* kind, unsigned count, unsigned words, unsigned shared) {
    if (count == 0) return;
    const uint64_t stored = of.word_bits + kFifoSideBits;  // with each word
    parts.push_back(block_part(kSide, "vc_fifo", count, {of.vcs, words, 0}, "vc_fifo"));
    parts.back().name += kind;
    parts.back().memory_bits = uint64_t{of.vcs} * words * stored;
    if (shared == 0) return;
    parts.push_back(memory_part(kSide, "vc_fifo", count, shared * stored, true));
    parts.back().name += std::string(kind) + " shared";
  };
  add_fifos(" local", ports.local, fifo.local_words, fifo.local_shared_words);
  add_fifos(" global", ports.global, fifo.global_words, fifo.global_shared_words);
  add_fifos(" terminal", ports.terminal, fifo.terminal_words, 0);
  parts.push_back(block_part(kSide, "credit_counter", ports.all(), {of.vcs, 0, 0}));
  parts.push_back(block_part(kSide, "output_queue", ports.all(),
                             {of.vcs, config.tin.output.queue_words, 0}, "output_queue"));
  parts.back().memory_bits = uint64_t{of.vcs} * config.tin.output.queue_words * of.word_bits;
  parts.push_back(block_part(kSide, "route_select", ports.all(), {of.ports, 0, 0}));
  const uint64_t route_bits =
      route_entries(config, topology) * kRouteCandidates * kRouteCandidateBits;
  parts.push_back(memory_part(kSide, "route_table", ports.all(), route_bits, false));
}

void add_link_parts(const PlatformConfig& config, const ChipPorts& ports,
                    std::vector<ChipPart>& parts) {
  const unsigned vcs = config.tin.switch_.vcs;
  const unsigned word_bits = config.tin.switch_.word_bits;
  const unsigned links = ports.links();
  if (links == 0) return;
  const unsigned with_fec = config.link.fec_cycles != 0 ? ports.global : 0;
  parts.push_back(block_part(kSide, "fc_sender", links, {vcs, 0, 0}));
  const auto add_line = [&](const char* block, unsigned count) {
    if (count != 0) parts.push_back(of_width(block_part(kSide, block, count, {}), word_bits));
  };
  parts.push_back(block_part(kSide, "tx_scheduler", links, {}));
  add_line("pcs_tx", links);
  add_line("rs_fec_encoder", with_fec);
  add_line("tx_gearbox", links - with_fec);
  add_line("rx_gearbox", links - with_fec);
  add_line("rs_fec_decoder", with_fec);
  add_line("pcs_rx", links);
  for (const char* block : {"link_rx", "fc_receiver"})
    parts.push_back(block_part(kSide, block, links, {vcs, 0, 0}));
  for (const char* block : {"link_state", "latency_meter"})
    parts.push_back(block_part(kSide, block, links, {}));
  parts.push_back(block_part(kSide, "mos_mailbox", links,
                             {config.mos.tx_words, config.mos.rx_words, 0}, "mos_mailbox"));
  const double lanes = double{1} * word_bits / kBlockWordBits;  // of a link
  parts.push_back(macro_part(kSide, "gnet_serdes", links, lanes * config.cost.area.serdes_mm2));
}

/// Rules without RTL of their own have the gates of iSLIP.
const char* arbiter_block(const SwitchConfig& of) {
  return of.arbiter == ArbiterKind::wavefront ? "wavefront_arbiter" : "islip_arbiter";
}

/// A square of as many wires in each direction as all ports have bits.
double crossbar_wires_mm2(const PlatformConfig& config) {
  const double side = crossbar_side_mm(config);
  return side * side;
}

}  // namespace

double crossbar_side_mm(const PlatformConfig& config) {
  const SwitchConfig& of = config.tin.switch_;
  const double wires = double{1} * of.word_bits * of.ports * of.crossbar_speedup.value();
  return wires * config.cost.area.wire_pitch_um / 1000;
}

void add_switch_parts(const PlatformConfig& config, const Topology& topology,
                      std::vector<ChipPart>& parts) {
  const SwitchConfig& of = config.tin.switch_;
  const CostAreaConfig& area = config.cost.area;
  const ChipPorts ports = chip_ports(config, topology);
  add_port_parts(config, topology, ports, parts);
  parts.push_back(block_part(kSide, arbiter_block(of), 1, {of.ports, of.vcs, 0}));
  parts.push_back(of_width(
      block_part(kSide, "crossbar", of.crossbar_speedup.value(), {of.ports, 0, 0}), of.word_bits));
  parts.push_back(macro_part(kSide, "crossbar_wires", 1, crossbar_wires_mm2(config)));
  add_link_parts(config, ports, parts);
  parts.push_back(block_part(kSide, "time_sync", 1, {of.ports, 0, 0}));
  parts.push_back(block_part(kSide, "register_file", 1, {}));
  parts.push_back(macro_part(kSide, "control_processor", 1, area.processor_mm2));
  const uint64_t bits = uint64_t{area.processor_kib} * 1024 * 8;
  parts.push_back(memory_part(kSide, "processor_memory", 1, bits, false));
}

}  // namespace tinsim
