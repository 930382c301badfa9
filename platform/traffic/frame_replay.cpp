// SPDX-License-Identifier: Apache-2.0
// Frame replay: reads a capture, completes its frames, and returns them one by one.
#include "platform/traffic/frame_replay.h"

#include <fmt/core.h>
#include <pcap/dlt.h>

#include <algorithm>
#include <cmath>

#include "base/errors.h"
#include "base/printable.h"
#include "platform/traffic/capture_file.h"
#include "platform/traffic/replay.h"
#include "tlm/ethernet/frame.h"
#include "tlm/ethernet/rebuild.h"

namespace tinsim {
namespace {

constexpr size_t kMacHeader = 14;

bool has_fcs(const CaptureFile& capture, RecordedFcs fcs) {
  if (fcs != RecordedFcs::auto_) return fcs == RecordedFcs::present;
  const unsigned bytes = capture.fcs_bytes();
  if (bytes != 0 && bytes != 4) {
    capture.fail(fmt::format("an FCS of {} octets; expected 4 or none", bytes));
  }
  return bytes == 4;
}

}  // namespace

FrameReplay::FrameReplay(const FrameReplayOptions& options) {
  read(options);
  set_cycles(options);
}

void FrameReplay::read(const FrameReplayOptions& options) {
  CaptureFile capture(options.file);
  if (capture.link_type() != DLT_EN10MB) {
    capture.fail(fmt::format("link type {} ({}); expected whole Ethernet frames, EN10MB",
                             capture.link_type(), capture.link_type_name()));
  }
  const bool fcs_there = has_fcs(capture, options.fcs);
  const size_t least = kMacHeader + (fcs_there ? 4 : 0);
  int64_t latest = INT64_MIN;
  for (CapturedFrame frame; capture.next(frame);) {
    if (frame.captured < frame.wire_bytes) {
      ++report_.cut_by_snaplen;
    } else if (frame.captured < least) {
      ++report_.without_header;
    } else {
      report_.out_of_order += frame.ns < latest;
      latest = std::max(latest, frame.ns);
      const size_t begin = octets_.size();
      if (fcs_there) {
        octets_.insert(octets_.end(), frame.data, frame.data + frame.captured);
      } else {
        const auto finished = finished_frame(frame.data, frame.captured);
        octets_.insert(octets_.end(), finished.begin(), finished.end());
        report_.padded += finished.size() > frame.captured + 4;
      }
      places_.push_back({frame.ns, begin, octets_.size() - begin});
    }
  }
  report_.frames = places_.size();
  if (places_.empty()) {
    capture.fail(fmt::format("no whole Ethernet frame among {} frames; expected at least one",
                             capture.frames()));
  }
}

void FrameReplay::set_cycles(const FrameReplayOptions& options) {
  std::stable_sort(places_.begin(), places_.end(),
                   [](const Place& a, const Place& b) { return a.ns < b.ns; });
  const double cycles_per_ns = options.time_scale * options.core_mhz / 1000.0;
  for (const Place& place : places_) {
    const uint64_t ns = static_cast<uint64_t>(place.ns) - static_cast<uint64_t>(places_.front().ns);
    const double cycle = std::round(static_cast<double>(ns) * cycles_per_ns);
    if (cycle > static_cast<double>(kLastReplayCycle)) {
      throw ConfigError(fmt::format("{}: the capture spans {} cycles; expected at most {}",
                                    printable(options.file), cycle, kLastReplayCycle));
    }
    cycles_.push_back(static_cast<uint64_t>(cycle));
  }
  if (!options.loop) return;
  // A round ends when its last frame has left the wire free.
  const uint64_t bits = 8 * wire_bytes(places_.back().bytes);
  round_cycles_ =
      cycles_.back() + (bits * options.rate.cycles + options.rate.bits - 1) / options.rate.bits;
}

std::optional<ReplayFrame> FrameReplay::next() {
  if (next_ == places_.size()) {
    if (round_cycles_ == 0) return std::nullopt;
    next_ = 0;
    round_begin_ += round_cycles_;
  }
  const size_t n = next_++;
  return ReplayFrame{round_begin_ + cycles_[n], &octets_[places_[n].begin], places_[n].bytes};
}

}  // namespace tinsim
