// SPDX-License-Identifier: Apache-2.0
// Outcomes of the cells and words of one direction of a link.
#pragma once

#include <array>
#include <cstdint>

#include "tlm/gnet/link/link_errors.h"

namespace tinsim {

/// Why a cell that was sent was not delivered; each lost cell has one cause, that of its header.
enum class LossCause : std::uint8_t {
  NoLock,         ///< dark, or the receiver had no block lock
  Violation,      ///< wrong sync header
  BadCodeword,    ///< FEC could not correct
  ReadAsData,     ///< the sync header was that of data
  HeaderRefused,  ///< CRC, length, type, VC or hop count
  SetRefused,     ///< its code was none or another one's, with a wrong CRC
  ReadAsSet,      ///< it became a good ordered set
  NotEnabled,     ///< good, but the link was not up
  InsideCell,     ///< it arrived while link_rx counted words of a falsely detected cell
  Undetected,     ///< it became another good header: found by the simulator alone, discarded
};
inline constexpr unsigned kLossCauses = 10;
/// Name for reports: `no_lock`, `violation`, ….
const char* name_of(LossCause cause);

struct LinkCounters {
  std::uint64_t cells_sent = 0;
  std::uint64_t cells_good = 0;
  std::array<std::uint64_t, kLossCauses> cells_lost{};  ///< by LossCause
  std::uint64_t words_sent = 0;                         ///< of cells, headers included
  std::uint64_t sets_received = 0;                      ///< good ordered sets but IDLE
  std::uint64_t mos_lost = 0;                           ///< MOS words that did not arrive
  LinkErrors errors;

  /// sent = good + damaged + lost by cause + on the wire.
  std::uint64_t cells_lost_in_all() const {
    std::uint64_t sum = 0;
    for (std::uint64_t lost : cells_lost) sum += lost;
    return sum;
  }
};

}  // namespace tinsim
