// SPDX-License-Identifier: Apache-2.0
// The GNet link as TLM: the protocol of two ports at the boundary of a chip.
#pragma once

#include <ostream>
#include <systemc>

#include "tlm/gnet/cell.h"

namespace tinsim {

/// Distinguishes the sockets of this protocol from others.
struct GnetProtocol {};

/// One direction of a link: cells flow forward, their credits backward. A port has two, one for
/// each direction.
///
/// Every call is annotated: `delay` is the time from now to the cycle of the event on the pins of
/// the called side, always to a clock edge. Calls of one kind are made in the order of those
/// cycles; they may be early, by as much as the link latency and the caller's window.
class GnetForwardIf : public virtual sc_core::sc_interface {
 public:
  using protocol_types = GnetProtocol;

  /// The header of `cell`, with these fields, is on the receive pins after `delay`. It takes a word
  /// per cycle, so the next header follows `cell.words` cycles later or after. The sender holds
  /// credit for the whole cell on `cell.vc` before its first word leaves.
  virtual void send_cell(const Cell& cell, sc_core::sc_time delay) = 0;
};

class GnetBackwardIf : public virtual sc_core::sc_interface {
 public:
  using protocol_types = GnetProtocol;

  /// `words` of VC `vc`'s FIFO are free again: on the flow-control pins after `delay`. At most one
  /// call per cycle of those pins, 1 to 2047 words; never more words than were sent to the
  /// receiver.
  virtual void give_credit(unsigned vc, unsigned words, sc_core::sc_time delay) = 0;
};

inline std::ostream& operator<<(std::ostream& out, const Cell& cell) {
  return out << "cell " << cell.src << '/' << cell.seq << " to " << cell.dst << ", "
             << unsigned{cell.words} << " words, vc " << unsigned{cell.vc} << ", hop "
             << unsigned{cell.hop} << ", class " << unsigned{cell.cls} << ", born " << cell.birth;
}

}  // namespace tinsim
