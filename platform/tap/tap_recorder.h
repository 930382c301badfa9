// SPDX-License-Identifier: Apache-2.0
// Frames that cross the ports, in order of time: written to a recording, or compared with one.
#pragma once

#include <deque>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "platform/tap/tap_frame.h"
#include "platform/trace/time_sorter.h"

namespace tinsim {

/// Receives the frames of all ports of a process.
class TapLog {
 public:
  virtual ~TapLog() = default;

  /// Not before a cycle up to which frames have been passed on.
  void take(TapFrame frame) { frames_.push(std::move(frame)); }
  /// Passes on the frames before `cycle`.
  void pass_until(Cycle cycle) {
    frames_.write_until(cycle, [this](const TapFrame& frame) { pass(frame); });
  }

 protected:
  virtual void pass(const TapFrame& frame) = 0;

 private:
  TimeSorter<TapFrame> frames_;
};

/// Writes them to a pcapng file with one interface for each port.
class TapRecorder final : public TapLog {
 public:
  struct Port {
    std::string name;  ///< of the IP port
    std::string device;
    uint64_t bits_per_second = 0;
  };
  /// Throws OutputError, as all else here, when the file cannot be written.
  TapRecorder(const std::filesystem::path& file, unsigned core_mhz, const std::vector<Port>& ports);

  /// The run has ended before cycle `end`.
  void close(Cycle end);

 private:
  void pass(const TapFrame& frame) override;

  PcapngWriter file_;
  unsigned core_mhz_;
};

/// Compares them with those of a recording, port by port. A frame in another cycle is one that
/// differs and one that is missing.
class TapComparison final : public TapLog {
 public:
  /// `ports`: that are simulated by this process; frames of others are not compared.
  TapComparison(const std::vector<TapFrame>& recorded, const std::vector<bool>& ports);

  /// The run has ended before cycle `end`.
  void close(Cycle end);
  uint64_t compared() const { return compared_; }
  /// Frames that differ from the recorded ones, and recorded ones before the end that are missing.
  uint64_t differing() const { return differing_; }

 private:
  void pass(const TapFrame& frame) override;
  /// Of one port: recorded frames before `end` that have not crossed again.
  void drop_missing(std::deque<TapFrame>& expected, Cycle end);

  std::vector<std::deque<TapFrame>> expected_;  ///< by port
  uint64_t compared_ = 0;
  uint64_t differing_ = 0;
};

}  // namespace tinsim
