// SPDX-License-Identifier: Apache-2.0
// MOS words between the control processor of a chip and the mailboxes of its links.
#pragma once

#include <deque>
#include <vector>

#include "platform/services/network_mos.h"
#include "tlm/tin/ecp/ecp_ports.h"

namespace tinsim {

/// Words that the processor sends in an interval are written in the core cycle of the exchange that
/// ends it. Words that arrive are received in the cycle from which they can be read, so they never
/// wait in the mailbox of the link.
class EcpMos final : public EcpMosPorts {
 public:
  struct Arrival {
    Cycle due = 0;
    unsigned port = 0;
    EcpMosWord word;
  };

  /// `ports` is open and outlives it. Each word that arrives is lost with probability `loss`.
  EcpMos(const MosPorts& ports, std::size_t chip, double loss, uint64_t seed);

  /// An exchange in cycle `now` begins. Returns the words that can be read up to then and have not
  /// been returned before, by cycle and port.
  std::vector<Arrival> exchange(Cycle now);

  /// Words that arrived and were lost.
  uint64_t dropped() const { return dropped_; }

  bool is_ready(unsigned port, uint64_t at) override;
  void send(unsigned port, const EcpMosWord& word, uint64_t at) override;

 private:
  class Receiver final : public MosUser {
   public:
    Receiver(EcpMos& owner, unsigned port) : owner_(owner), port_(port) {}
    void announced(Cycle due) override;
    void arrived(MosPort& mailbox, Cycle due, const MosBody& word, bool accepted) override;
    unsigned announced_words = 0;  ///< that have not arrived yet
    uint64_t words = 0;            ///< that have arrived

   private:
    EcpMos& owner_;
    unsigned port_;
  };

  bool is_lost(unsigned port, uint64_t number) const;

  const uint64_t loss_, seed_;  ///< probability in units of 2^-32
  const uint32_t chip_;
  uint64_t dropped_ = 0;
  std::vector<MosPort*> ports_;     ///< by port; null: no link
  std::deque<Receiver> receivers_;  ///< by port
  uint64_t announced_ = 0;          ///< ports with announced words
  std::vector<Arrival> arrivals_;
  Cycle now_ = 0;  ///< of the exchange
};

}  // namespace tinsim
