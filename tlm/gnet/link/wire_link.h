// SPDX-License-Identifier: Apache-2.0
// One direction of a link from the transmit pins to the receive side's effects, run by the sender.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tlm/gnet/link/link_counters.h"
#include "tlm/gnet/link/link_event.h"
#include "tlm/gnet/link/link_port.h"
#include "tlm/gnet/link/wire_direction.h"

namespace tinsim {

/// Receiver of the far side's events. Cycles are those of the far side; they are the same clock.
class WireSink {
 public:
  virtual ~WireSink() = default;
  /// A cell whose header is on the far switch's receive pins in cycle `rx`. `damaged`: some payload
  /// word is not the one sent.
  virtual void cell(Cycle rx, const Cell& cell, bool damaged) = 0;
  /// `words` (1..2047) more may be sent by the far switch on `vc`, from cycle `use` on; they were
  /// on its flow-control pins in use - 1.
  virtual void credit(Cycle use, unsigned vc, unsigned words) = 0;
  /// For the far LinkPort.
  virtual void event(const LinkEvent& event) = 0;
  /// A cell that never arrives; `rx` as for `cell`.
  virtual void lost(Cycle /*rx*/, const Cell& /*cell*/, LossCause /*cause*/) {}
  /// A MOS word never arrives; `cycle` as in the event of one that does.
  virtual void mos_lost(Cycle /*cycle*/) {}
};

struct WireLinkParams {
  std::string name = "link";  ///< chip and port of the sender, for error reports
  unsigned vcs = 32;
  unsigned depth =
      0;  ///< the sending port's `depth`: credit of the far switch before the first set
  std::vector<EnableChange> far_enable;  ///< `enable` of the far LinkPort
  std::string far_name = "far end";      ///< chip and port of the receiver
  BlockChoices far_blocks;               ///< link_rx, fc_receiver and link_state of the receiver
  WireDirectionParams wire;              ///< its warm_start is the far LinkPort's start_up
};

/// Bits from end to end: WireDirection, then link_rx, fc_receiver and a copy of the far link_state,
/// whose `rx_enable` is the only input of the receive side from there.
///
/// `step` is called once per slot y = 0, 1, 2, …. An event on the far side in cycle r is reported,
/// with its cycle, in step r - link_cycles() at the latest. The words of a cell are known at its
/// header, so the whole cell is simulated then, and its damage is reported with the header: up to
/// 19 steps earlier. Calls of `event` and of `credit` are in order of cycles, calls of `cell` and
/// `lost` in order of `rx`. Before slot 0 the line carries IDLE if it starts warm, else nothing.
class WireLink {
 public:
  virtual ~WireLink() = default;

  /// Slot y. `begins`: the cell whose header this slot carries, else null. The following slots must
  /// carry its words (word_of). Throws InvariantError if they do not, or if the receiver requests
  /// words again that were not lost.
  virtual void step(Cycle y, const LinkPort::Decision& slot, const Cell* begins) = 0;

  virtual Cycle link_cycles() const = 0;
  /// `enable` of the far LinkPort from its cycle `cycle` on, which has not been simulated; changes
  /// come in order of their cycles. Throws InvariantError.
  virtual void set_far_enable(Cycle cycle, bool enable) = 0;
  virtual LinkCounters counters() const = 0;

  // For audits, as of the cycle of the last step.
  /// Words of cells of a VC sent that will be delivered and whose header is not on the far pins
  /// yet.
  virtual unsigned flying(unsigned vc) const = 0;
  /// Words of cells of a VC that were sent, will not be delivered, and are not granted again yet
  /// (not an input of the far fc_sender up to this cycle).
  virtual unsigned lost(unsigned vc) const = 0;
  /// Words of lost cells of a VC that the far side has not counted yet.
  virtual unsigned ungranted(unsigned vc) const = 0;
  /// The sending port's limit of a VC as last handed to the far switch, modulo 4096.
  virtual unsigned limit(unsigned vc) const = 0;
};

/// `sink` must outlive the link.
std::unique_ptr<WireLink> make_wire_link(const WireLinkParams& params, WireSink& sink);

}  // namespace tinsim
