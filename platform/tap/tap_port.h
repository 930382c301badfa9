// SPDX-License-Identifier: Apache-2.0
// The far side of a port: a device in its pace, or the frames of a recording.
#pragma once

#include <deque>
#include <utility>
#include <vector>

#include "platform/tap/tap_device.h"
#include "platform/tap/tap_frame.h"
#include "platform/tap/wall_pace.h"

namespace tinsim {

class TapPort {
 public:
  using Octets = std::vector<uint8_t>;

  virtual ~TapPort() = default;
  /// Called in ascending cycles: the frames that are there for the port from `now` on, no more than
  /// `most`.
  virtual std::vector<Octets> exchange(Cycle now, std::size_t most) = 0;
  /// The last bit of a frame leaves the port in cycle `at`. In ascending cycles.
  virtual void depart(Cycle at, const Octets& frame) = 0;
};

/// A frame that leaves is there for Linux at the exchange after it, in the pace of the wall clock.
class LiveTapPort final : public TapPort {
 public:
  /// Throws ConfigError as TapDevice does. `pace`, that of all ports, outlives it.
  LiveTapPort(const TapDeviceParams& params, WallPace& pace) : device_(params), pace_(pace) {}

  /// Further frames wait in the queue of the device, which Linux bounds.
  std::vector<Octets> exchange(Cycle now, std::size_t most) override;
  void depart(Cycle at, const Octets& frame) override { departures_.emplace_back(at, frame); }
  /// Frames that the device did not take.
  uint64_t refused() const { return refused_; }

 private:
  TapDevice device_;
  WallPace& pace_;
  std::deque<std::pair<Cycle, Octets>> departures_;
  uint64_t refused_ = 0;
};

class ReplayedTapPort final : public TapPort {
 public:
  /// `recorded`: of all ports; those that entered at `port` enter again.
  ReplayedTapPort(const std::vector<TapFrame>& recorded, uint32_t port);

  /// The recorded run has kept the limit.
  std::vector<Octets> exchange(Cycle now, std::size_t most) override;
  void depart(Cycle /*at*/, const Octets& /*frame*/) override {}

 private:
  std::deque<TapFrame> frames_;
};

}  // namespace tinsim
