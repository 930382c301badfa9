// SPDX-License-Identifier: Apache-2.0
// Parts of the NIC side of a chip: IP path, 1RMA, PCIe, Ethernet.
#include "platform/cost/chip_parts.h"

namespace tinsim {
namespace {

constexpr auto kNic = CostSide::kNic;
constexpr uint64_t kByteBits = 8;
// Shapes that the model of a chip has, whatever the configuration.
constexpr unsigned kIpEntries = 4096, kIpMembers = 4096;
constexpr unsigned kIpInterfaceCount = 3;  ///< NIC, MAC, control processor
constexpr unsigned kIpClasses = 8;
constexpr unsigned kContextCount = 1024, kSlotCount = 4095, kReorderCount = 64;
constexpr unsigned kCommandCount = 256, kRegionCount = 4096, kSolicitationDepth = 256;
constexpr unsigned kCommandBytes = 64, kRequestBytes = 48;
constexpr unsigned kRtsBits = 64;          ///< the word behind the header of an RTS
constexpr unsigned kPcieHeaderBytes = 16;  ///< of a TLP with a 64-bit address
constexpr unsigned kPcieCreditBytes = 16;
constexpr double kEthernetLaneGbps = 25;

void add_ip_parts(const PlatformConfig& config, std::vector<ChipPart>& parts) {
  const IpConfig& ip = config.ip;
  const unsigned egress_ports = config.topology.hosts_per_tin + 2;  // and MAC, control processor
  parts.push_back(memory_part(kNic, "ip_ingress_buffer", kIpInterfaceCount,
                              uint64_t{ip.ingress.buffer_kib} * 1024 * kByteBits, true));
  parts.push_back(block_part(kNic, "ip_lookup", 1, {kIpEntries, kIpMembers, 0}, "ip_table"));
  parts.push_back(block_part(kNic, "ttl_update", 1, {}));
  parts.push_back(block_part(kNic, "cellifier",
                             uint64_t{kIpInterfaceCount} * ip.ingress.interleaved_packets, {},
                             "cellifier"));
  parts.push_back(block_part(kNic, "cts_scheduler", 1, {}));
  parts.push_back(memory_part(kNic, "rts_queue", uint64_t{egress_ports} * kIpClasses,
                              uint64_t{ip.egress.drop_threshold + 1} * kRtsBits, true));
  parts.push_back(
      block_part(kNic, "reassembly_buffer", 1, {kContextCount, kSlotCount, 0}, "reassembly"));
  parts.push_back(memory_part(kNic, "ip_egress_buffer", egress_ports,
                              uint64_t{ip.egress.buffer_kib} * 1024 * kByteBits, true));
  parts.push_back(
      block_part(kNic, "reorder_queue", egress_ports, {kReorderCount, 0, 0}, "reorder_queue"));
  parts.push_back(block_part(kNic, "ecn_ctd", 1, {}));
}

void add_rma_parts(const PlatformConfig& config, std::vector<ChipPart>& parts) {
  const RmaConfig& rma = config.rma;
  parts.push_back(block_part(kNic, "command_slots", 1, {kCommandCount, 0, 0}, "rma_commands"));
  parts.push_back(
      memory_part(kNic, "rma_commands", 1, kCommandCount * kCommandBytes * kByteBits, true));
  parts.push_back(block_part(kNic, "region_table", 1, {kRegionCount, 0, 0}, "region_table"));
  parts.push_back(block_part(kNic, "solicitation", 1, {kSolicitationDepth, 0, 0}, "solicitation"));
  parts.push_back(block_part(kNic, "request_codec", 1, {}));
  parts.push_back(memory_part(kNic, "rma_requests", 1,
                              uint64_t{rma.inbound_entries} * kRequestBytes * kByteBits, true));
  parts.push_back(
      block_part(kNic, "response_segmenter", 1, {rma.read_contexts, 0, 0}, "rma_contexts"));
  parts.push_back(block_part(kNic, "timeout_wheel", 1, {kCommandCount, 0, 0}, "rma_timers"));
}

/// Receive buffer of an interface for its credits, and completions of all reads where those are
/// infinite; replay buffer.
uint64_t pcie_buffer_bits(const PcieConfig& pcie) {
  const PcieCreditConfig& of = pcie.chip_credits;
  uint64_t bytes = uint64_t{of.ph + of.nph + of.cplh} * kPcieHeaderBytes +
                   uint64_t{of.pd + of.npd + of.cpld} * kPcieCreditBytes;
  if (of.cpld == 0) bytes += uint64_t{pcie.tags} * pcie.mrrs;
  return (bytes + pcie.replay_buffer_bytes) * kByteBits;
}

double pcie_lane_gbps(unsigned generation) {
  return generation == 3 ? 8 : generation == 4 ? 16 : 32;
}

}  // namespace

NicLanes nic_lanes(const PlatformConfig& config) {
  NicLanes lanes;
  if (config.rma.enabled || config.has_nics()) {
    lanes.pcie_interfaces = config.topology.hosts_per_tin * config.pcie.links_per_host;
    lanes.pcie = lanes.pcie_interfaces * config.pcie.lanes;
    lanes.pcie_gbps = lanes.pcie * pcie_lane_gbps(config.pcie.generation);
  }
  if (config.ip.enabled) {
    lanes.ethernet_gbps = config.ip.mac_gbps;
    lanes.ethernet =
        static_cast<unsigned>((config.ip.mac_gbps + kEthernetLaneGbps - 1) / kEthernetLaneGbps);
  }
  return lanes;
}

void add_nic_parts(const PlatformConfig& config, std::vector<ChipPart>& parts) {
  const CostAreaConfig& area = config.cost.area;
  if (config.ip.enabled) add_ip_parts(config, parts);
  if (config.rma.enabled) add_rma_parts(config, parts);
  const NicLanes lanes = nic_lanes(config);
  if (lanes.pcie_interfaces != 0) {
    parts.push_back(memory_part(kNic, "pcie_buffer", lanes.pcie_interfaces,
                                pcie_buffer_bits(config.pcie), true));
    parts.push_back(macro_part(kNic, "pcie_controller", lanes.pcie_interfaces, area.pcie_mm2));
    parts.push_back(macro_part(kNic, "pcie_serdes", lanes.pcie, area.serdes_mm2));
  }
  if (config.has_nics())
    parts.push_back(
        memory_part(kNic, "nic_buffer", 2, uint64_t{config.nic.buffer_bytes} * kByteBits, true));
  if (lanes.ethernet != 0) {
    parts.push_back(macro_part(kNic, "ethernet_mac", 1, area.ethernet_mm2));
    parts.push_back(macro_part(kNic, "ethernet_serdes", lanes.ethernet, area.serdes_mm2));
  }
}

}  // namespace tinsim
