// SPDX-License-Identifier: Apache-2.0
// One port of a link: the content of its slots, and the state of the link at this end.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rtl_models/common/block_choices.h"
#include "rtl_models/parts/ordered_set.h"
#include "tlm/gnet/link/link_event.h"
#include "tlm/gnet/link/mos_source.h"

namespace tinsim {

struct LinkPortParams {
  std::string name = "port";  ///< chip and port, for error reports
  unsigned vcs = 32;
  unsigned depth = 0;  ///< words of each VC FIFO behind this port: initial credit of the far sender
  unsigned fc_hold_cycles = 0;     ///< fc_sender `hold_cycles_i`, 0..255
  unsigned fc_refresh_cycles = 0;  ///< fc_sender `refresh_cycles_i`, 0..4095; 0: no refresh
  unsigned fc_refresh_phase = 0;   ///< fc_sender `refresh_phase_i`, below fc_refresh_cycles
  Cycle timesync_interval =
      0;                       ///< a TIMESYNC with the cycle number in each multiple but 0; 0: none
  Cycle latency_interval = 0;  ///< a PING in each multiple but 0; 0: none
  bool start_up = true;        ///< trained and locked in cycle 0
  std::vector<EnableChange> enable;  ///< in order of cycles
  /// fc_sender, tx_scheduler, link_state, latency_meter and ordered_set_codec of this port.
  BlockChoices blocks;
};

/// Number of slot kinds (SlotKind, tx_scheduler's `kind_o`).
inline constexpr unsigned kSlotKinds = 7;

/// The models of tx_scheduler, fc_sender, link_state and latency_meter of one port, cycle by cycle
/// from 0 on: `event` for the inputs of cycle x, then `cycle(x)`, then `end_cycle(x)`.
class LinkPort {
 public:
  struct Decision {
    bool tx_ready = false;   ///< the output queue may begin a cell in the next slot
    std::uint8_t kind = 0;   ///< SlotKind of this slot
    bool control = false;    ///< control word
    std::uint64_t word = 0;  ///< word of this slot
  };
  /// A TIMESYNC received.
  struct TimeSync {
    Cycle cycle = 0;  ///< in which it was an input here: one after it was on the receive pins
    std::uint64_t time = 0;  ///< its content: the sender's cycle of its slot
  };
  /// Inputs of a cycle that come neither from the link nor from the switch.
  struct Driven {
    bool enable = true;
    bool timesync_valid = false;
    TimeSyncBody timesync;
    bool measure = false;
  };
  struct Counters {
    std::array<std::uint64_t, kSlotKinds> slots{};  ///< by SlotKind
    std::uint64_t up_entries = 0;                   ///< entries into UP, the start not counted
    std::uint64_t up_exits = 0;                     ///< exits from UP
    std::uint64_t words_granted_again = 0;          ///< that were lost on the wire
    std::uint64_t timesyncs = 0;                    ///< received
    std::uint64_t delays = 0;                       ///< results of latency_meter
    std::uint64_t least_delay = 0, most_delay = 0;  ///< of those, in cycles
  };

  /// The state from `cycle` on.
  struct StateChange {
    Cycle cycle = 0;
    std::uint8_t state = 0;
  };
  /// A result of latency_meter, there from `cycle` on.
  struct Delay {
    Cycle cycle = 0;
    std::uint64_t cycles = 0;
  };

  virtual ~LinkPort() = default;

  /// From `cycle` on the port is to be used, or not. Changes come in order of their cycles, none
  /// for a cycle that has passed; else throws InvariantError.
  virtual void set_enable(Cycle cycle, bool enable) = 0;
  /// A measurement of the delay begins in `cycle`, which has not passed.
  virtual void measure(Cycle cycle) = 0;

  /// Words of `source`, which outlives the port, take slots from now on.
  virtual void send_mos(MosSource& source) = 0;

  /// Something that the receive side finds; in any order, but not for a cycle that has passed.
  /// Throws InvariantError then.
  virtual void event(const LinkEvent& event) = 0;

  /// Slot x. `tx_*`: the switch's pins in cycle x (a cell begins only if `tx_ready` was set in
  /// x-1).
  virtual Decision cycle(Cycle x, bool tx_valid, bool tx_sop, std::uint64_t tx_data) = 0;

  /// The edge that ends cycle x. `limit_*`: the switch's flow-control outputs (`fc_*_o`) in cycle
  /// x.
  virtual void end_cycle(Cycle x, bool limit_valid, unsigned vc, unsigned limit) = 0;

  /// The scheduler gets a TIMESYNC in cycle `due`, with this content in that cycle. In order of
  /// cycles, none of which has passed.
  virtual void send_timesync(Cycle due, TimeSyncBody body) = 0;

  /// link_state `state_o`: 0 DOWN, 1 TRAIN, 2 UP, 3 LOCAL_FAULT, 4 REMOTE_FAULT.
  virtual unsigned state() const = 0;
  /// Words of a VC granted that no set on the link has advertised yet.
  virtual unsigned unadvertised(unsigned vc) const = 0;
  /// Words of a VC found lost by events of later cycles.
  virtual unsigned awaited(unsigned vc) const = 0;
  /// Limit of a VC as last advertised, modulo 4096.
  virtual unsigned advertised(unsigned vc) const = 0;
  /// All changes of state(), in order.
  virtual const std::vector<StateChange>& state_changes() const = 0;
  /// The last two results of latency_meter, the newer one first; nothing where there is none.
  virtual const std::array<std::optional<Delay>, 2>& delays() const = 0;
  /// The last result of latency_meter, in cycles.
  virtual std::optional<std::uint64_t> delay() const = 0;
  virtual std::optional<TimeSync> timesync() const = 0;
  virtual const Counters& counters() const = 0;
  /// Of the cycle that has ended last.
  virtual const Driven& driven() const = 0;
};

std::unique_ptr<LinkPort> make_link_port(const LinkPortParams& params);

}  // namespace tinsim
