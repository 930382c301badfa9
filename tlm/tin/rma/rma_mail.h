// SPDX-License-Identifier: Apache-2.0
// What the cells of 1RMA carry behind their first payload word: it waits here while the switches
// move descriptors.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "rtl_models/parts/rma_words.h"
#include "tlm/gnet/cell.h"

namespace tinsim {

/// The payload of a cell: request words, or meta-data and data.
struct RmaMessage {
  RmaRequestPayload words{};  ///< of meta-data the first three
  uint64_t answers = 0;       ///< RmaName of the request that it answers, where nothing is signed
  std::vector<uint8_t> data;  ///< encrypted; empty where payload is counted
};

/// Sender and counter of a message, which is unique: address of the chip in bits 63..48.
constexpr uint64_t rma_name(uint16_t chip_address, uint64_t counter) {
  return uint64_t{chip_address} << 48 | (counter & 0xFFFF'FFFF'FFFF);
}

/// A message on its way to a chip that another process simulates, as post() would keep it there.
struct RmaFarMessage {
  uint32_t box = 0;
  uint32_t id = 0;
  Cycle sent = 0;
  RmaMessage message;
};

/// Messages under way, of all chips. A cell finds its own by its source and its first payload word:
/// a request by the slot field, a PULL by the region field (which names its server context), a
/// RESP, ACK or NACK by the low bits of its counter. A message that has not come for kLifetime is
/// not found any more, whatever has been simulated in the meantime: places are kept for twice as
/// long.
class RmaMail {
 public:
  static constexpr Cycle kLifetime = 40'000;  ///< twice the longest operation, at 400 MHz
  using Tamper = std::function<void(const Cell&, RmaMessage&)>;

  RmaMail() : boxes_(kChips * kKinds), process_of_(kChips, kHere) {}

  /// The chip of this address is simulated by process `number`.
  void add_far(uint16_t chip_address, unsigned number);

  void post(const Cell& cell, uint16_t src, RmaMessage message, Cycle now);
  /// The message of a cell that arrives; it is not here any more. False: there is none.
  bool take(const Cell& cell, Cycle now, RmaMessage& message);
  /// What has been posted for chips of process `number` since this was last asked. Their cells
  /// arrive in later windows.
  std::vector<RmaFarMessage> take_leaving(unsigned number);
  /// What another process has posted.
  void arrive(RmaFarMessage message);
  /// For tests: changes every message as it arrives.
  void tamper(Tamper tamper) { tamper_ = std::move(tamper); }

 private:
  static constexpr std::size_t kChips = 1024, kKinds = 3;
  static constexpr uint16_t kHere = 0xffff;
  /// A message but for its data; one cache line.
  struct alignas(64) Entry {
    uint32_t id = 0;
    Cycle sent = kNoCycle;  ///< kNoCycle: there is none
    RmaRequestPayload words{};
    uint64_t answers = 0;
  };
  struct Box {
    std::vector<Entry> entries;              ///< a power of two; by the low bits of the id
    std::vector<std::vector<uint8_t>> data;  ///< of them; empty where payload is counted
  };

  static uint32_t box_of(const Cell& cell, uint16_t src, uint32_t& id);
  static void grow(Box& box);

  std::vector<Box> boxes_;
  std::vector<uint16_t> process_of_;                 ///< by chip address
  std::vector<std::vector<RmaFarMessage>> leaving_;  ///< by process
  Tamper tamper_;
};

}  // namespace tinsim
