// SPDX-License-Identifier: Apache-2.0
// Payload of 1RMA cells behind their first payload word, kept here while switches move descriptors.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory_resource>
#include <vector>

#include "base/prefetch.h"
#include "rtl_models/parts/bit_slice.h"
#include "rtl_models/parts/rma_words.h"
#include "tlm/gnet/cell_words.h"

namespace tinsim {

/// The payload of a cell: request words, or meta-data and data.
struct RmaMessage {
  RmaRequestPayload words{};  ///< of meta-data the first three
  uint64_t answers = 0;       ///< rma_name() of the request that it answers, if nothing is signed
  std::vector<uint8_t> data;  ///< encrypted; empty for counted payload
};

/// Sender and counter of a message, which is unique: address of the chip in bits 63..48.
constexpr uint64_t rma_name(uint16_t chip_address, uint64_t counter) {
  return uint64_t{chip_address} << 48 | (counter & 0xFFFF'FFFF'FFFF);
}

/// A message in flight to a chip of another process, with the arguments to keep it there.
struct RmaRemoteMessage {
  uint32_t box = 0;
  uint32_t id = 0;
  Cycle sent = 0;
  RmaMessage message;
};

/// Messages in flight between all chips. The key of a message is its source and a field of the
/// first payload word: the slot of a request, the region of a PULL (which names its server
/// context), the low bits of the counter of a RESP, ACK or NACK. A message expires after kLifetime.
/// Its entry is kept for twice as long, so that expiry does not depend on the order of the
/// simulation.
class RmaMail {
  struct Box;

 public:
  static constexpr Cycle kLifetime = 40'000;  ///< twice the longest operation, at 400 MHz
  using Tamper = std::function<void(const Cell&, RmaMessage&)>;

  /// `memory`: for the messages.
  explicit RmaMail(std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : process_of_(kChips, kHere) {
    boxes_.reserve(kChips * kKinds);
    for (std::size_t n = 0; n < kChips * kKinds; ++n) boxes_.emplace_back(memory);
  }

  /// The chip of this address is simulated by process `number`.
  void add_remote(uint16_t chip_address, unsigned number);

  void post(const Cell& cell, uint16_t src, RmaMessage&& message, Cycle now);
  void post(const Cell& cell, uint16_t src, const RmaMessage& message, Cycle now) {
    post(cell, src, RmaMessage(message), now);
  }
  /// The box of the answers of `src`, if chip `dst` is of this process and all of them are short;
  /// else null. Valid until the next post().
  Box* box_of_short(uint16_t src, uint16_t dst);
  /// As post() for a RESP, ACK or NACK without data whose words besides these are zero. `box` is
  /// from box_of_short().
  void post_short(Box* box, const Cell& cell, uint16_t src, const std::array<uint64_t, 2>& words,
                  uint64_t answers, Cycle now) {
    if (box == nullptr) return post_words(cell, src, words, answers, now);
    const uint32_t id = counter_of(cell);
    Entry& place = place_for(*box, id, now);
    place.id = id;
    place.sent = now;
    place.answers = answers;
    place.words = words;
  }
  /// Removes the message of an arriving cell. False: there is none.
  bool take(const Cell& cell, Cycle now, RmaMessage& message);
  /// Begins to prefetch the entry that take() reads for a RESP, ACK or NACK.
  void prefetch(const Cell& answer) const {
    const Box& box = boxes_[answers_from(answer.src)];
    if (!box.entries.empty())
      prefetch_soon(&box.entries[counter_of(answer) & (box.entries.size() - 1)], 1);
  }
  /// Messages posted to chips of process `number` since the last call. Their cells arrive in later
  /// windows.
  std::vector<RmaRemoteMessage> take_outgoing(unsigned number);
  /// A message that another process has posted.
  void arrive(RmaRemoteMessage message);
  /// For tests: changes every message as it arrives.
  void tamper(Tamper tamper) { tamper_ = std::move(tamper); }
  bool is_tampered() const { return static_cast<bool>(tamper_); }

 private:
  static constexpr std::size_t kChips = 1024, kKinds = 3;
  static constexpr uint16_t kHere = 0xffff;
  /// A complete answer if its payload is counted; two to a cache line.
  struct alignas(32) Entry {
    uint32_t id = 0;
    Cycle sent = kNoCycle;  ///< kNoCycle: the entry is free
    uint64_t answers = 0;
    std::array<uint64_t, 2> words{};  ///< the first ones
  };
  struct Rest {
    std::array<uint64_t, 3> words{};  ///< from the third on
    std::vector<uint8_t> data;
    bool is_empty() const { return (words[0] | words[1] | words[2]) == 0 && data.empty(); }
  };
  struct Box {
    explicit Box(std::pmr::memory_resource* memory) : entries(memory) {}
    std::pmr::vector<Entry> entries;  ///< a power of two; by the low bits of the id
    std::vector<Rest> rests;          ///< of them; none as long as all are empty
  };

  static uint32_t box_of(const Cell& cell, uint16_t src, uint32_t& id) {
    const auto type = static_cast<RmaCell>(cell.type);
    const bool is_pull = type == RmaCell::Pull;
    const bool is_request = type == RmaCell::Req || type == RmaCell::Wreq;
    const BitSlice field = is_pull ? kRegionField : is_request ? kSlotField : kCounterField;
    id = static_cast<uint32_t>(field.of(word_1(cell)));
    return static_cast<uint32_t>((src >> 6) * kKinds + (is_pull ? 1 : is_request ? 0 : 2));
  }
  static constexpr BitSlice kSlotField{24, 16}, kRegionField{40, 24}, kCounterField{40, 24};
  static uint32_t counter_of(const Cell& cell) {
    return static_cast<uint32_t>(kCounterField.of(word_1(cell)));
  }
  void post_words(const Cell& cell, uint16_t src, const std::array<uint64_t, 2>& words,
                  uint64_t answers, Cycle now);
  static std::size_t answers_from(uint16_t src) { return (src >> 6) * kKinds + kKinds - 1; }
  /// The entry for a message of this id.
  static Entry& place_for(Box& box, uint32_t id, Cycle sent) {
    for (;;) {
      const std::size_t places = box.entries.size(), mask = places - 1;
      if (__builtin_expect(places != 0, true)) {
        Entry* const entries = box.entries.data();
        Entry& entry = entries[id & mask];
        const bool is_free =
            entry.sent == kNoCycle || entry.id == id || sent - entry.sent >= 2 * kLifetime;
        if (__builtin_expect(is_free, true)) {
          // Answers are numbered consecutively.
          prefetch_soon(&entries[(id + 4) & mask], 1);
          return entry;
        }
      }
      grow(box);
    }
  }
  static void keep(Box& box, uint32_t id, Cycle sent, RmaMessage&& message);
  static void grow(Box& box);

  std::vector<Box> boxes_;
  std::vector<uint16_t> process_of_;                     ///< by chip address
  std::vector<std::vector<RmaRemoteMessage>> outgoing_;  ///< by process
  Tamper tamper_;
};

}  // namespace tinsim
