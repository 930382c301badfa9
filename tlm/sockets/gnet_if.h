// SPDX-License-Identifier: Apache-2.0
// The GNet link as TLM: what two ports say to each other at the boundary of a chip.
#pragma once

#include <ostream>
#include <systemc>

#include "tlm/gnet/cell.h"

namespace tinsim {

/// Tells the sockets of this protocol from those of others.
struct GnetProtocol {};

/// One direction of a link: cells flow forward, their credits backward. A port has two, one each
/// way.
///
/// Every call is annotated: `delay` leads from now to the cycle of the event on the pins of the
/// side that is called, always to a clock edge. Calls of one kind come in the order of those
/// cycles; they may come early, by as much as the link latency and the caller's window.
class GnetForwardIf : public virtual sc_core::sc_interface {
 public:
  using protocol_types = GnetProtocol;

  /// `cell`, as it stands in its header, is on the receive pins after `delay`. It takes a word per
  /// cycle, so the next header comes `cell.words` cycles later or after. The sender holds credit
  /// for the whole cell on `cell.vc` before its first word leaves.
  virtual void send_cell(const Cell& cell, sc_core::sc_time delay) = 0;
};

class GnetBackwardIf : public virtual sc_core::sc_interface {
 public:
  using protocol_types = GnetProtocol;

  /// `words` of VC `vc`'s FIFO are free again: on the flow-control pins after `delay`. At most one
  /// call per cycle of those pins, 1 to 2047 words; never more words than the receiver was sent.
  virtual void give_credit(unsigned vc, unsigned words, sc_core::sc_time delay) = 0;
};

inline std::ostream& operator<<(std::ostream& out, const Cell& cell) {
  return out << "cell " << cell.src << '/' << cell.seq << " to " << cell.dst << ", "
             << unsigned{cell.words} << " words, vc " << unsigned{cell.vc} << ", hop "
             << unsigned{cell.hop} << ", class " << unsigned{cell.cls} << ", born " << cell.birth;
}

}  // namespace tinsim
