// SPDX-License-Identifier: Apache-2.0
// Replay of a PCIe sender: packets kept until they are acknowledged, errors of packets, Naks and
// Acks, and a replay buffer of limited size. docs/reference/pcie.md.
#pragma once

#include <deque>

#include "tlm/pcie/pcie_params.h"
#include "tlm/pcie/pcie_wire.h"

namespace tinsim {

/// A packet that fails is sent again when its Nak arrives, or when the sender's timer ends. An Ack
/// is sent `ack_cycles` after the arrival of the first packet since the last Ack, and acknowledges
/// all that have arrived. If it is lost, the next one acknowledges the same packets, or the timer
/// ends: then all kept packets are sent again, and the receiver only acknowledges them again.
///
/// All this is evaluated when the next packet is to be sent.
class PcieReplay {
 public:
  struct Counters {
    uint64_t packets = 0;     ///< sent again
    uint64_t wire_bytes = 0;  ///< of these
    uint64_t timeouts = 0;    ///< ends of the timer
  };

  /// False: nothing is sent again, and nothing held back.
  static bool is_needed(const PcieParams& params) {
    return params.tlp_errors != 0 || keeps(params);
  }
  /// `way` is the direction, 0 or 1.
  PcieReplay(const PcieParams& params, uint32_t way);

  /// Puts a packet on the wire in cycle `at`, or when there is room for it in the buffer, as often
  /// as it takes.
  void send(PcieWire& wire, const PcieWire::Time& time, Cycle at);
  const Counters& counters() const { return counters_; }

 private:
  struct Kept {
    Cycle arrival;
    uint32_t bytes;
  };
  static bool keeps(const PcieParams& params) {
    return params.ack_errors != 0 || params.replay_bytes != 0;
  }
  Cycle next_ack() const;
  Cycle timeout() const;
  void take_acks(Cycle by);
  Cycle cycle_with_space(PcieWire& wire, uint32_t bytes, Cycle at);
  void retransmit(PcieWire& wire);
  bool fails(bool& nak_is_lost);
  void wait_for_repeat(PcieWire& wire, bool nak_is_lost);
  void discard_all();

  uint64_t of_tlps_, of_naks_, of_acks_;  ///< of 2^32 that fail
  Cycle nak_cycles_, ack_cycles_, replay_cycles_;
  uint64_t seed_;
  uint32_t place_;      ///< chip, host and direction
  uint64_t sent_ = 0;   ///< packets so far, including failed ones
  uint64_t acks_ = 0;   ///< likewise
  bool keeps_;          ///< else Acks make no difference
  uint32_t max_bytes_;  ///< 0: no limit
  uint32_t bytes_ = 0;  ///< of kept_
  std::deque<Kept> kept_;
  std::size_t acked_by_lost_ = 0;  ///< of these, acknowledged by an Ack that was lost
  Counters counters_;
};

}  // namespace tinsim
