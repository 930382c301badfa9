// SPDX-License-Identifier: Apache-2.0
// Flow control of a MAC: PAUSE (IEEE 802.3, annex 31B) and priority-based (PFC, 802.1Qbb, annex
// 31D): frames, the sender that obeys them, the receiver that sends them.
#pragma once

#include <array>
#include <deque>
#include <optional>
#include <vector>

#include "rtl_models/common/named_enum.h"
#include "tlm/ethernet/address.h"
#include "tlm/ethernet/mac.h"

namespace tinsim {

constexpr unsigned kPauseClasses = 8;
/// A quantum, the unit of pause times.
constexpr uint64_t kQuantumBits = 512;
/// Destination of MAC control frames; no bridge forwards it.
constexpr MacAddress kMacControlAddress = {0x01, 0x80, 0xc2, 0x00, 0x00, 0x01};

struct PauseFrame {
  bool per_class = false;  ///< PFC
  uint8_t enabled = 0;     ///< PFC: bit c: quanta[c] counts
  /// How long not to send; 0: send again. PAUSE uses the first.
  std::array<uint16_t, kPauseClasses> quanta{};
};

/// The frame on the wire: 64 octets, FCS included.
std::vector<uint8_t> build_pause(const PauseFrame& pause, const MacAddress& src);

/// A sound PAUSE or PFC frame, addressed to kMacControlAddress or (PAUSE) to `own`. `size` counts
/// without the FCS. Other opcodes of MAC control are nothing: a MAC drops them.
std::optional<PauseFrame> parse_pause(const uint8_t* frame, size_t size, const MacAddress& own);

/// Classes that a sender must not send. A frame that has begun is finished, and MAC control frames
/// are never stopped.
class PauseTimers {
 public:
  explicit PauseTimers(WireRate rate) : clock_(rate) {}

  /// `now`: the cycle in which the frame has been received; the caller adds a response time. A
  /// newer frame replaces the pause of an older one.
  void receive(const PauseFrame& pause, Cycle now);
  /// No frame of this class may begin in a cycle whose beginning lies in the pause.
  bool paused(unsigned cls, Cycle now) const {
    return clock_.steps_of_cycle(now) < std::max(all_until_, until_[cls]);
  }
  /// The first cycle at which the pause of a class, as it is known now, is over.
  Cycle until(unsigned cls) const { return clock_.cycle_after(std::max(all_until_, until_[cls])); }

 private:
  WireClock clock_;
  uint64_t all_until_ = 0;  ///< PAUSE: position on the wire
  std::array<uint64_t, kPauseClasses> until_{};
};

/// Classes that a sender with a response time must not send: frames take effect later than they
/// arrive, in the same order.
class PausedSender {
 public:
  explicit PausedSender(WireRate rate) : timers_(rate) {}

  /// `pause` takes effect in cycle `at`, not before earlier ones.
  void receive(const PauseFrame& pause, Cycle at) { pending_.push_back({at, pause}); }
  /// The first cycle, `from` or later, in which a frame of this class may begin, as far as it is
  /// known now.
  Cycle may_begin(unsigned cls, Cycle from) const;
  /// No later call queries cycles before `now`.
  void apply_until(Cycle now);

 private:
  struct Pending {
    Cycle at = 0;
    PauseFrame pause;
  };

  PauseTimers timers_;
  std::deque<Pending> pending_;
};

/// Of an Ethernet MAC: none, PAUSE (802.3x), or by class (802.1Qbb).
TIN_ENUM(FlowControl, none, pause, pfc)

struct PauseLimits {
  FlowControl mode = FlowControl::none;
  uint16_t quanta = 0xffff;  ///< of each frame that stops the sender, at least 1
  /// Octets held from which on the sender is stopped, and down to which it stays so. PAUSE: the
  /// first of each, for all classes together.
  std::array<uint32_t, kPauseClasses> xoff{};
  std::array<uint32_t, kPauseClasses> xon{};
};

/// Decides when the far sender must stop, and repeats it before it runs out.
class PauseSender {
 public:
  PauseSender(WireRate rate, const PauseLimits& limits) : clock_(rate), limits_(limits) {}

  /// Called in each cycle in which a frame may begin. `held` are the octets in the input buffer per
  /// class. Returns the PAUSE frame that must be sent before all other frames; nothing if the far
  /// sender is up to date. A stop is repeated once half of its time has passed.
  std::optional<PauseFrame> step(Cycle now, const std::array<uint32_t, kPauseClasses>& held);
  /// Whether the state of the far sender must change. (Repeats are no change.)
  bool has_change(const std::array<uint32_t, kPauseClasses>& held) const;
  /// The first cycle in which a stop must be repeated; kNoCycle: none is.
  Cycle repeats_at() const;

 private:
  bool stops(unsigned account, uint64_t held) const {
    return held >= limits_.xoff[account] || (stopped_[account] && held > limits_.xon[account]);
  }
  bool changes(unsigned account, uint64_t held, Cycle now);

  WireClock clock_;
  PauseLimits limits_;
  std::array<bool, kPauseClasses> stopped_{};
  std::array<uint64_t, kPauseClasses> repeat_{};  ///< position on the wire
};

}  // namespace tinsim
