// SPDX-License-Identifier: Apache-2.0
// A queue of the ExaNet router: its two buffers, the packet that it handles, the one that arrives.
#pragma once

#include <cstdint>

#include "rtl_models/parts/exanet_buffer.h"

namespace tinsim {

/// Effects of the arrival of a word.
struct ExanetArrival {
  bool corrected = false, bad_header = false;
  bool freed_header = false, freed_payload = false;  ///< the word was dropped
};

struct ExanetQueue {
  enum class State : std::uint8_t { kIdle, kDecide, kRequest, kGranted, kSend, kDiscard };
  enum class Arrival : std::uint8_t { kHeader, kPayload, kFooter, kDropped };

  ExanetBuffer header, payload;
  // The packet that the queue handles.
  State state = State::kIdle;
  std::uint8_t age = 0;  ///< cycles since its header was fetched
  ExanetWord head;       ///< its header
  std::uint8_t output = 0;
  bool vc = false, routed = false;
  std::uint8_t words = 0, left = 0;  ///< of payload; those that have not left
  // The packet that arrives: its next word.
  Arrival arrival = Arrival::kHeader;
  std::uint8_t arriving = 0;  ///< words of payload that are missing
  // Words that left in this cycle, whose places count as used until it ends.
  bool header_left = false, payload_left = false;

  /// A word of a kind as on the pins; `number` is the queue, for errors. Throws ProtocolError.
  ExanetArrival arrive(unsigned number, unsigned kind, const ExanetWord& word);

 private:
  ExanetArrival arrive_header(unsigned number, const ExanetWord& word);
  void store(unsigned number, bool is_payload, const ExanetWord& word);
};

}  // namespace tinsim
