// SPDX-License-Identifier: Apache-2.0
// Protocol checker of one direction of a GNet link; attach it to a socket at either end.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "tlm/sockets/gnet_socket.h"

namespace tinsim {

/// Reports a breach by SC_REPORT_ERROR, before the receiver is called, naming itself and the cycle.
/// Rules: times are clock edges and not in the past; a cell has 2 to 20 words, a credit 1 to 2047;
/// the VC exists; a cell begins after the previous one has ended; at most one credit per cycle; a
/// cell has credit for all its words; the credit does not exceed the receiver's words.
class GnetChecker : public GnetObserver {
 public:
  struct Limits {
    unsigned vcs = 32;
    unsigned fifo_words = 0;  ///< of each VC at the receiver: the sender's initial credit
    /// Sender's to receiver's pins, if known: credit that arrives at the sender in cycle c may be
    /// used by a header that arrives at the receiver in c + link_cycles.
    Cycle link_cycles = 0;
    double cycle_ps = 2500;
  };

  GnetChecker(std::string name, const Limits& limits);

  void cell(const Cell& cell, sc_core::sc_time delay) override;
  void credit(unsigned vc, unsigned words, sc_core::sc_time delay) override;

  uint64_t cells() const { return cells_; }
  uint64_t credits() const { return credits_; }

 private:
  struct InFlight {
    Cycle at = 0;
    unsigned words = 0;
  };
  struct Vc {
    unsigned held = 0;               ///< words of credit that have arrived at the sender
    unsigned given = 0;              ///< held and on their way
    std::deque<InFlight> in_flight;  ///< on their way, in order
  };

  Cycle arrival(sc_core::sc_time delay, const char* what) const;
  void collect(Vc& vc, Cycle upto);
  void fail(Cycle cycle, const std::string& what) const;

  std::string name_;
  Limits limits_;
  std::vector<Vc> vcs_;
  Cycle cell_free_at_ = 0;    ///< first cycle in which the next header may arrive
  Cycle credit_free_at_ = 0;  ///< first cycle in which the next credit may arrive
  uint64_t cells_ = 0;
  uint64_t credits_ = 0;
};

}  // namespace tinsim
