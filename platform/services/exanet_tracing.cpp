// SPDX-License-Identifier: Apache-2.0
// Traces of ExaNet nodes.
#include "platform/services/exanet_tracing.h"

#include <utility>

#include "base/bytes.h"
#include "platform/network/exanet_plan.h"

namespace tinsim {

void ExanetTracing::open(const std::filesystem::path& folder) {
  if (!config_.trace.is_on()) return;
  traces_ = std::make_unique<ExanetTraces>(
      ExanetTraceSetup{config_, topology_, folder, exanet_traced_ports(config_, topology_)});
}

std::vector<ExanetTracing::PortsOfNode> ExanetTracing::number_ports(
    const ExanetNodes& nodes, const ExanetLattice& lattice) const {
  std::vector<PortsOfNode> numbers(topology_.chips.size());
  for (PortsOfNode& node : numbers) node.fill(kNone);
  const std::vector<PortRef> ports = exanet_traced_ports(config_, topology_);
  for (uint32_t number = 0; number < ports.size(); ++number) {
    const auto [chip, port] = ports[number];
    const PortInfo& info = topology_.chips[chip].ports[port];
    if (info.kind == PortKind::kTerminal) numbers[chip][info.endpoint] = number;
    for (unsigned d = 0; d < kExanetDirections; ++d)
      if (nodes.has_link(chip, d) && exanet_port(topology_, lattice, chip, d) == port)
        numbers[chip][ExanetNodes::kTilePorts + d] = number;
  }
  return numbers;
}

void ExanetTracing::watch(ExanetNodes& nodes, const ExanetLattice& lattice) {
  if (!config_.trace.is_on()) return;
  numbers_ = number_ports(nodes, lattice);
  nodes.set_word_watch([this, &nodes, end = exanet_trace_end(config_)](unsigned node, unsigned port,
                                                                       bool is_received,
                                                                       const ExanetBusWord& word) {
    const uint32_t number = numbers_[node][port];
    if (number == kNone || nodes.cycle() >= end) return;
    words_.push_back({static_cast<Cycle>(nodes.cycle()), number, is_received, word});
  });
}

void ExanetTracing::gather(Ranks& ranks) {
  if (numbers_.empty()) return;
  if (ranks.size() == 1) return traces_->add(std::exchange(words_, {}));
  Bytes own;
  put(own, words_);
  words_.clear();
  std::vector<ExanetPortWord> all;
  for (const Bytes& bytes : ranks.gather(std::move(own))) {
    const auto words = ByteReader(bytes).take_all<ExanetPortWord>();
    all.insert(all.end(), words.begin(), words.end());
  }
  if (traces_ != nullptr) traces_->add(std::move(all));
}

void ExanetTracing::close() {
  if (traces_ == nullptr) return;
  traces_->add(std::exchange(words_, {}));  // of a batch that broke off
  traces_->close();
}

}  // namespace tinsim
