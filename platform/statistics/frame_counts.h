// SPDX-License-Identifier: Apache-2.0
// What became of the Ethernet frames at the IP ports; all sums, so that ports add up in any order.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "rtl_models/common/fields.h"

namespace tinsim {

/// Frames of the whole run, warm-up included. Those on the wire are ip + punted + encapsulated +
/// not_ip + mac_control and the malformed ones.
struct FrameCounts {
  // That a replay brought to a port.
  uint64_t ip = 0;            ///< with IP: their packets entered the chip
  uint64_t punted = 0;        ///< without IP: entered, for the chip's control processor
  uint64_t encapsulated = 0;  ///< without IP: entered inside an IP packet
  uint64_t not_ip = 0;        ///< without IP: dropped, as configured
  uint64_t mac_control = 0;   ///< ended in the MAC
  // That left a port.
  uint64_t left = 0;
  uint64_t decapsulated = 0;  ///< … of them without IP, as they had come
  uint64_t to_cpu = 0;        ///< … of them to control processors
  uint64_t marked = 0;        ///< … of them with CE that they had not come with
  uint64_t pauses_sent = 0;   ///< PAUSE and PFC frames that MACs made; not among `left`
  TIN_FIELDS(ip, punted, encapsulated, not_ip, mac_control, left, decapsulated, to_cpu, marked,
             pauses_sent)

  std::map<std::string, uint64_t> malformed;   ///< dropped, by cause
  std::map<std::string, uint64_t> unreadable;  ///< of capture files: never sent, by cause

  void add(const FrameCounts& o) {
    zip(*this, o, [](const char*, uint64_t& mine, uint64_t its) { mine += its; });
    for (const auto& [cause, frames] : o.malformed) malformed[cause] += frames;
    for (const auto& [cause, frames] : o.unreadable) unreadable[cause] += frames;
  }
};

}  // namespace tinsim
