// SPDX-License-Identifier: Apache-2.0
// Field table: PCIe.
#include "platform/config/field_rules.h"
#include "rtl_models/parts/pcie_credit.h"

namespace tinsim::field_rules {
namespace {

void add_credits(std::vector<FieldRule>& table, const std::string& end, const std::string& who) {
  const double headers = pcie_max_credits(kPcieHeaderBits);
  const double data = pcie_max_credits(kPcieDataBits);
  const std::string at = "pcie." + end + ".";
  const std::string infinite = "; 0: infinite";
  table.push_back(number(at + "ph", 0, headers,
                         "headers of posted requests that " + who + " advertises" + infinite));
  table.push_back(number(at + "pd", 0, data, "... their data in 16 bytes" + infinite));
  table.push_back(number(at + "nph", 0, headers,
                         "headers of non-posted requests: reads and atomic operations" + infinite));
  table.push_back(number(at + "npd", 0, data, "... their data in 16 bytes" + infinite));
  table.push_back(number(at + "cplh", 0, headers, "headers of completions" + infinite));
  table.push_back(number(at + "cpld", 0, data, "... their data in 16 bytes" + infinite));
}

}  // namespace

void add_pcie_fields(std::vector<FieldRule>& table) {
  table.push_back(number("pcie.links_per_host", 1, 2,
                         "PCIe interfaces of each host; 2 only with one host on each chip"));
  table.push_back(number("pcie.generation", 3, 5, "PCIe generation: 8, 16 or 32 GT/s"));
  table.push_back(number("pcie.lanes", 1, 16, "lanes of each interface: 1, 2, 4, 8 or 16"));
  table.push_back(number("pcie.mps", 128, 4096, "maximum payload size in bytes, a power of two"));
  table.push_back(
      number("pcie.mrrs", 128, 4096, "maximum read request size in bytes, a power of two"));
  table.push_back(
      number("pcie.rcb", 64, 128, "read completion boundary of the host in bytes: 64 or 128"));
  table.push_back(number("pcie.completion_bytes", 64, 4096,
                         "most bytes of data in one completion of the host, a power of two"));
  table.push_back(plain("pcie.interleave",
                        "completions of requests that are ready take turns; else one "
                        "request after the other"));
  table.push_back(
      number("pcie.tags", 1, 256, "reads and atomic operations of a chip that await their answer"));
  add_credits(table, "host_credits", "a host");
  add_credits(table, "chip_credits", "a chip");
  table.push_back(number("pcie.credit_ns", 0, 1e6,
                         "from a packet's arrival until its sender has the credit again, in ns"));
  table.push_back(number("pcie.read_ns", 0, 1e6,
                         "mean time from a read's arrival at the host until its data may be sent, "
                         "in ns",
                         kAboveMin));
  table.push_back(
      number("pcie.read_sigma_ns", 0, 1e6,
             "standard deviation of read_ns, in ns; normal, truncated at three of them"));
  table.push_back(number("pcie.write_ns", 0, 1e6,
                         "from a write's arrival at the host until it is in memory, in ns",
                         kAboveMin));
  table.push_back(number("pcie.mmio_ns", 0, 1e6,
                         "from the arrival of a host's store or load at the chip until it counts, "
                         "and of an answer at the host, in ns",
                         kAboveMin));
  table.push_back(number("pcie.tlp_error_rate", 0, 0.5,
                         "share of packets that fail their LCRC, are answered by a Nak and sent "
                         "again; 0: none"));
  table.push_back(number("pcie.nak_error_rate", 0, 1, "share of these Naks that are lost"));
  table.push_back(number("pcie.nak_ns", 0, 1e6,
                         "from the arrival of a packet that fails until it is sent again, in ns",
                         kAboveMin));
  table.push_back(number("pcie.replay_ns", 0, 1e6,
                         "likewise where the Nak is lost, by the sender's timer, in ns",
                         kAboveMin));
  table.push_back(number("pcie.replay_buffer_bytes", 0, 1 << 24,
                         "bytes of packets, framing included, that a sender may have on the way or "
                         "not acknowledged; 0: any number"));
  table.push_back(number("pcie.ack_ns", 0, 1e6,
                         "from the arrival of the first packet since the last Ack until its sender "
                         "has the next one, in ns; matters with replay_buffer_bytes or "
                         "ack_error_rate",
                         kAboveMin));
  table.push_back(number("pcie.ack_error_rate", 0, 0.5, "share of Acks that are lost"));
  table.push_back(number("pcie.memory_mib", 1, 1048576, "memory of each host in MiB"));
}

}  // namespace tinsim::field_rules
