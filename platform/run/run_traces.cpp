// SPDX-License-Identifier: Apache-2.0
// The traces of one run: attaching them to chips and closing them, for any number of ranks.
#include "platform/run/run_traces.h"

#include "base/errors.h"

namespace tinsim {

RunTraces::RunTraces(const PlatformConfig& config, const Topology& topology, Platform& platform,
                     const std::filesystem::path& folder)
    : is_on_(config.trace.is_on() && config.chip == ChipKind::tin), platform_(platform) {
  if (!config.writes_traces()) return;
  if (!platform.ranks().is_first()) {
    for (Service* service : platform.services()) service->relay_capture();
    return;
  }
  if (config.trace.is_on() && folder.empty()) {
    throw ConfigError("trace: has no folder to write to; expected --out DIR");
  }
  for (Service* service : platform.services()) service->open_capture(folder);
  if (!is_on_) return;
  traces_ = make_traces({config, topology, folder, [&platform] { return platform.horizon(); }});
}

void RunTraces::attach() {
  if (!is_on_) return;
  for (const auto& trace : traces_) {
    for (std::size_t chip : platform_.own_chips()) {
      SwitchObserver* observer = trace->observer(static_cast<unsigned>(chip));
      if (observer != nullptr) platform_.observe(chip, *observer);
      const PinWatch watch = trace->pins(static_cast<unsigned>(chip));
      if (watch.observer == nullptr) continue;
      platform_.tin(chip).cell_switch().watch_pins(*watch.observer, watch.ports);
    }
  }
  if (platform_.ranks().size() > 1) relay_ = std::make_unique<TraceRelay>(platform_, traces_);
}

void RunTraces::advance() {
  if (!is_on_) return;
  platform_.ranks().run_collectively([this] {
    if (relay_ != nullptr) relay_->rethrow_failure();
    for (const auto& trace : traces_) trace->advance(platform_.now());
  });
}

void RunTraces::finish() {
  if (relay_ != nullptr) relay_->flush();
  platform_.ranks().run_collectively([this] {
    if (relay_ != nullptr) relay_->rethrow_failure();
    close(platform_.now());
  });
}

void RunTraces::break_off() {
  // Where one rank fails alone, the events that the others still hold cannot be collected.
  if (platform_.ranks().have_failed()) {
    if (relay_ != nullptr) relay_->flush();
    for (Service* service : platform_.services()) service->gather_capture();
  }
  close(kNoCycle);
}

void RunTraces::close(Cycle end) {
  for (const auto& trace : traces_) trace->close(end);
  traces_.clear();
  for (Service* service : platform_.services()) service->close_capture(end);
}

}  // namespace tinsim
