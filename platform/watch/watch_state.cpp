// SPDX-License-Identifier: Apache-2.0
#include "platform/watch/watch_state.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace tinsim {
namespace {

using Json = nlohmann::ordered_json;

Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json chips_json(const std::vector<ChipLoad>& chips) {
  Json all = Json::array();
  for (const ChipLoad& of : chips) all.push_back({of.chip, of.share});
  return all;
}

Json links_json(const std::vector<LinkLoad>& links) {
  Json all = Json::array();
  for (const LinkLoad& of : links)
    all.push_back({{"chip", of.chip},
                   {"port", of.port},
                   {"peer_chip", of.peer_chip},
                   {"kind", of.kind == PortKind::kGlobal ? "global" : "local"},
                   {"share", of.share}});
  return all;
}

}  // namespace

void WatchState::add(const RunSnapshot& snapshot, double wall_s) {
  last_ = snapshot;
  wall_s_ = wall_s;
  if (seen_++ % stride_ != 0) return;
  points_.push_back(
      {snapshot.progress.simulated_us(), snapshot.mean_latency_ns, snapshot.accepted_gbps_per_tin});
  if (points_.size() < kPoints) return;
  for (std::size_t i = 0; i < points_.size() / 2; ++i) points_[i] = points_[2 * i];
  points_.resize(points_.size() / 2);
  stride_ *= 2;
}

Json WatchState::json() const {
  if (seen_ == 0) return Json::object();
  const RunProgress& at = last_.progress;
  Json points = Json::array();
  for (const Point& p : points_)
    points.push_back({p.us, number_or_null(p.latency_ns), number_or_null(p.gbps)});
  return {{"config", config_},
          {"ranks", ranks_},
          {"phase", at.measures ? "measurement" : "warm-up"},
          {"simulated_us", at.simulated_us()},
          {"end_us", static_cast<double>(at.end) / at.core_mhz},
          {"end_is_known", at.end_is_known},
          {"done", at.done()},
          {"wall_s", wall_s_},
          {"us_per_s", wall_s_ > 0 ? at.simulated_us() / wall_s_ : 0},
          {"seconds_left", number_or_null(seconds_left(at, wall_s_))},
          {"latency_mean_ns", number_or_null(last_.mean_latency_ns)},
          {"accepted_gbps_per_tin", last_.accepted_gbps_per_tin},
          {"chips", chips_json(last_.loads.chips)},
          {"links", links_json(last_.loads.links)},
          {"points", points}};
}

std::string clock_text(double seconds) {
  const auto all = static_cast<uint64_t>(std::llround(std::max(seconds, 0.0)));
  if (all < 3600) return fmt::format("{}:{:02}", all / 60, all % 60);
  return fmt::format("{}:{:02}:{:02}", all / 3600, all / 60 % 60, all % 60);
}

double seconds_left(const RunProgress& progress, double wall_s) {
  if (progress.done() <= 0) return std::numeric_limits<double>::infinity();
  return wall_s * (1 - progress.done()) / progress.done();
}

}  // namespace tinsim
