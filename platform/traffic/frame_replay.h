// SPDX-License-Identifier: Apache-2.0
// Frame replay: the whole frames of a capture, each with the cycle in which it is there to be sent.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tlm/ethernet/mac.h"
#include "tlm/tin/ip/ip_frames_config.h"

namespace tinsim {

struct FrameReplayOptions {
  std::string file;
  double time_scale = 1;  ///< recorded times are multiplied by it
  bool loop = false;      ///< from the beginning again when the last frame would be sent
  RecordedFcs fcs = RecordedFcs::auto_;
  unsigned core_mhz = 400;
  WireRate rate;  ///< of the wire into the NIC or MAC
};

/// Content of a capture.
struct FrameReplayReport {
  uint64_t frames = 0;          ///< that are replayed
  uint64_t cut_by_snaplen = 0;  ///< refused: octets are missing
  uint64_t without_header = 0;  ///< refused: less than MAC addresses and EtherType
  uint64_t padded = 0;          ///< replayed, to 60 octets and FCS
  uint64_t out_of_order = 0;    ///< stamped earlier than one before them; sorted
};

/// A frame on its way in, FCS included. `data` lives as long as the replay.
struct ReplayFrame {
  uint64_t cycle = 0;
  const uint8_t* data = nullptr;
  size_t bytes = 0;
};

/// Times count from the earliest frame. A capture may hold more than the wire can carry: frames are
/// then there before they can be sent, and wait. The file is read once and held in memory.
class FrameReplay {
 public:
  /// Throws ConfigError `file: …; expected …` if there is no such capture, it is damaged or not of
  /// Ethernet (LINKTYPE 1), holds no whole frame, or spans too many cycles.
  explicit FrameReplay(const FrameReplayOptions& options);

  const FrameReplayReport& report() const { return report_; }
  /// The next frame in order of time; nothing after the last, unless looping.
  std::optional<ReplayFrame> next();

 private:
  struct Place {
    int64_t ns;
    size_t begin;
    size_t bytes;
  };

  void read(const FrameReplayOptions& options);
  void set_cycles(const FrameReplayOptions& options);

  FrameReplayReport report_;
  std::vector<uint8_t> octets_;  ///< of all frames
  std::vector<Place> places_;    ///< in order of time
  std::vector<uint64_t> cycles_;
  uint64_t round_cycles_ = 0;  ///< length of a round; 0: one round only
  uint64_t round_begin_ = 0;
  size_t next_ = 0;
};

}  // namespace tinsim
