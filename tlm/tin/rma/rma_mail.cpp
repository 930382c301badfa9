// SPDX-License-Identifier: Apache-2.0
// What the cells of 1RMA carry behind their first payload word.
#include "tlm/tin/rma/rma_mail.h"

#include <algorithm>
#include <utility>

#include "rtl_models/parts/bit_slice.h"
#include "tlm/gnet/cell_words.h"

namespace tinsim {
namespace {
constexpr BitSlice kSlotField{24, 16}, kRegionField{40, 24}, kCounterField{40, 24};
constexpr std::size_t kFirstSize = 64;
}  // namespace

void RmaMail::add_far(uint16_t chip_address, unsigned number) {
  process_of_[chip_address >> 6] = static_cast<uint16_t>(number);
  if (leaving_.size() <= number) leaving_.resize(number + 1);
}

uint32_t RmaMail::box_of(const Cell& cell, uint16_t src, uint32_t& id) {
  const auto type = static_cast<RmaCell>(cell.type);
  const bool is_pull = type == RmaCell::Pull;
  const bool is_request = type == RmaCell::Req || type == RmaCell::Wreq;
  const BitSlice field = is_pull ? kRegionField : is_request ? kSlotField : kCounterField;
  id = static_cast<uint32_t>(field.of(word_1(cell)));
  return static_cast<uint32_t>((src >> 6) * kKinds + (is_pull ? 1 : is_request ? 0 : 2));
}

void RmaMail::post(const Cell& cell, uint16_t src, RmaMessage message, Cycle now) {
  RmaFarMessage posted{0, 0, now, std::move(message)};
  posted.box = box_of(cell, src, posted.id);
  const uint16_t process = process_of_[cell.dst >> 6];
  if (process == kHere) return arrive(std::move(posted));
  leaving_[process].push_back(std::move(posted));
}

void RmaMail::arrive(RmaFarMessage posted) {
  Box& box = boxes_[posted.box];
  if (box.entries.empty()) box.entries.resize(kFirstSize);
  const auto in_the_way = [&] {
    const Entry& entry = box.entries[posted.id & (box.entries.size() - 1)];
    return entry.sent != kNoCycle && entry.id != posted.id &&
           posted.sent - entry.sent < 2 * kLifetime;
  };
  while (in_the_way()) grow(box);
  const std::size_t place = posted.id & (box.entries.size() - 1);
  RmaMessage& message = posted.message;
  box.entries[place] = {posted.id, posted.sent, message.words, message.answers};
  if (message.data.empty() && box.data.empty()) return;
  box.data.resize(box.entries.size());
  box.data[place] = std::move(message.data);
}

std::vector<RmaFarMessage> RmaMail::take_leaving(unsigned number) {
  if (number >= leaving_.size()) return {};
  return std::exchange(leaving_[number], {});
}

/// Twice as large: two ids that share a place differ in a higher bit, at last in the highest.
void RmaMail::grow(Box& box) {
  Box larger;
  larger.entries.resize(2 * box.entries.size());
  if (!box.data.empty()) larger.data.resize(larger.entries.size());
  for (std::size_t place = 0; place < box.entries.size(); ++place) {
    const Entry& entry = box.entries[place];
    if (entry.sent == kNoCycle) continue;
    const std::size_t moved = entry.id & (larger.entries.size() - 1);
    larger.entries[moved] = entry;
    if (!box.data.empty()) larger.data[moved] = std::move(box.data[place]);
  }
  box = std::move(larger);
}

bool RmaMail::take(const Cell& cell, Cycle now, RmaMessage& message) {
  uint32_t id = 0;
  Box& box = boxes_[box_of(cell, cell.src, id)];
  if (box.entries.empty()) return false;
  const std::size_t place = id & (box.entries.size() - 1);
  Entry& entry = box.entries[place];
  if (entry.sent == kNoCycle || entry.id != id || now - entry.sent >= kLifetime) return false;
  message.words = entry.words;
  message.answers = entry.answers;
  message.data.clear();
  if (!box.data.empty()) message.data = std::move(box.data[place]);
  entry.sent = kNoCycle;
  if (tamper_) tamper_(cell, message);
  return true;
}

}  // namespace tinsim
