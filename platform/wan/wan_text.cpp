// SPDX-License-Identifier: Apache-2.0
// Results of `tinsim wan` as text.
#include <fmt/format.h>

#include <cmath>

#include "platform/wan/wan_result.h"
#include "tlm/wan/pause_times.h"

namespace tinsim {
namespace {

std::string text_of(double value) { return std::isnan(value) ? "-" : fmt::format("{:.4g}", value); }
std::string text_of(uint64_t value) { return std::to_string(value); }

std::string printed_text(const PrintedValue& value) {
  return fmt::format("{:g}{}", value.printed, value.is_right ? "" : " *");
}

constexpr const char* kRow = "  {:<22}{:>12}{:>12}  {}\n";

std::string line_of(const WanConfig& config) {
  return fmt::format(
      "wan: {}{}, threshold {:g}, height {:g}, C {:g}, RTT {} steps, rates {:g} to {:g}, sink "
      "{}{}, "
      "{} steps, seed {}\n",
      word_of(config.algorithm), config.guard ? " with guard" : "", config.threshold, config.height,
      config.constant, config.rtt_steps, config.source_rate, config.sink_rate, word_of(config.sink),
      config.sink_stops_at ? fmt::format(" until step {}", *config.sink_stops_at) : "",
      config.steps, config.seed);
}

std::string line_of(const WanFramesConfig& config) {
  return fmt::format(
      "frames: {}{}, {:g} Gb/s, {} octets, {} RDMA, {} TCP\n", word_of(config.control),
      config.control == WanControl::credits ? fmt::format(" ({})", word_of(config.credit_rule))
                                            : "",
      config.gbps, config.frame_bytes, config.rdma_flows, config.tcp_flows);
}

}  // namespace

std::string wan_text(const WanResult& result) {
  std::string text = line_of(result.config);
  if (result.frames) text += line_of(result.config.frames);
  text += fmt::format(kRow, "", result.steps ? "steps" : "", result.frames ? "frames" : "", "");
  for_each_field<WanFigures>([&](auto field) {
    const auto cell = [&](const WanSeries* series) {
      return series != nullptr ? text_of(series->figures.*field.member) : "";
    };
    text += fmt::format(kRow, field.name, cell(result.steps ? &*result.steps : nullptr),
                        cell(result.frames ? &result.frames->series : nullptr), field.text);
  });
  if (!result.frames) return text;
  for_each_field<WanFrameFigures>([&](auto field) {
    text +=
        fmt::format(kRow, field.name, "", text_of(result.frames->frames.*field.member), field.text);
  });
  return text;
}

std::string wan_tables_text() {
  std::string text = "PAUSE: quanta of 512 bit times, at most 65535 of them\n";
  text += fmt::format("  {:>8}{:>12}{:>12}{:>14}{:>12}\n", "Gb/s", "quantum ns", "slides",
                      "longest ms", "slides");
  for (const PauseRow& row : pause_rows()) {
    text += fmt::format("  {:>8g}{:>12.4g}{:>12}{:>14.4g}{:>12}\n", row.gbps, row.quantum_ns,
                        printed_text(row.slide_quantum_ns), row.max_pause_ms,
                        printed_text(row.slide_max_pause_ms));
  }
  text += "InfiniBand: blocks of 64 octets, at most 2048 of them, half the range of 12 bits\n";
  text += fmt::format("  {:<14}{:>8}{:>12}{:>12}{:>14}{:>12}{:>12}\n", "", "Gb/s", "block ns",
                      "slides", "longest us", "slides", "credits/s");
  for (const CreditRow& row : credit_rows()) {
    text += fmt::format("  {:<14}{:>8g}{:>12.4g}{:>12}{:>14.4g}{:>12}{:>12.0f}\n", row.name,
                        row.gbps, row.block_ns, printed_text(row.slide_block_ns), row.max_send_us,
                        printed_text(row.slide_max_send_us), row.per_second);
  }
  return text + "  * not that of the formula\n";
}

}  // namespace tinsim
