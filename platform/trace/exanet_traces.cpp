// SPDX-License-Identifier: Apache-2.0
// Traces of a run with ExaNet nodes: ports, times, and the files.
#include "platform/trace/exanet_traces.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "platform/config/clock_cycles.h"
#include "platform/trace/exanet_capture.h"
#include "platform/trace/exanet_timeline.h"
#include "platform/trace/exanet_waves.h"
#include "platform/trace/trace.h"

namespace tinsim {

Cycle ExanetTraceSetup::from() const { return clock_cycles(config, config.trace.from_us); }

/// A run has fewer than 2^32 cycles, so that a double holds the time exactly where the period is a
/// whole number of picoseconds.
uint64_t ExanetTraceSetup::time_of(uint64_t cycle) const {
  return static_cast<uint64_t>(
      std::llround(static_cast<double>(cycle) * 1e6 / config.exanet.clock_mhz));
}

std::vector<bool> ExanetTraceSetup::chosen_by(const std::vector<std::string>& selectors) const {
  const std::vector<PortRef> chosen = traced_ports(topology, selectors);
  std::vector<bool> is_chosen;
  for (const PortRef& port : ports)
    is_chosen.push_back(std::binary_search(chosen.begin(), chosen.end(), port));
  return is_chosen;
}

std::vector<PortRef> exanet_traced_ports(const PlatformConfig& config, const Topology& topology) {
  std::vector<std::string> selectors = config.trace.cells.ports;
  for (const auto* more : {&config.trace.timeline.ports, &config.trace.waves.ports})
    selectors.insert(selectors.end(), more->begin(), more->end());
  return traced_ports(topology, selectors);
}

std::string exanet_address_text(const ExanetPlace& place, unsigned port) {
  return fmt::format("{}:{}:{}:{}", place[0], place[1], place[2], port);
}

Cycle exanet_trace_end(const PlatformConfig& config) {
  return config.trace.to_us ? clock_cycles(config, *config.trace.to_us) : kNoCycle;
}

ExanetTraces::ExanetTraces(ExanetTraceSetup setup) : setup_(std::move(setup)) {
  for (uint32_t port = 0; port < setup_.ports.size(); ++port)
    for (int direction = 0; direction < 2; ++direction) readers_.emplace_back(setup_.is_line(port));
  const TraceConfig& trace = setup_.config.trace;
  if (!trace.cells.ports.empty()) traces_.push_back(std::make_unique<ExanetCapture>(setup_));
  if (!trace.timeline.ports.empty()) traces_.push_back(std::make_unique<ExanetTimeline>(setup_));
  if (!trace.waves.ports.empty()) traces_.push_back(std::make_unique<ExanetWaves>(setup_));
}

void ExanetTraces::add(std::vector<ExanetPortWord> words) {
  std::sort(words.begin(), words.end());
  for (const ExanetPortWord& word : words) {
    ExanetFrameReader& reader = readers_[2 * word.port + word.is_received];
    const ExanetPart part = reader.add(word.cycle, word.bus);
    const ExanetFrame* frame = reader.ended();
    for (const auto& trace : traces_) {
      trace->add_word(word, part);
      if (frame != nullptr) trace->add_frame(word.port, word.is_received, *frame);
    }
  }
}

void ExanetTraces::close() {
  for (const auto& trace : traces_) trace->close();
}

}  // namespace tinsim
