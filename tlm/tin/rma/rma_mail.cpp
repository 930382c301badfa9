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
  if (box.empty()) box.resize(kFirstSize);
  const auto in_the_way = [&] {
    const Entry& entry = box[posted.id & (box.size() - 1)];
    return entry.full && entry.id != posted.id && posted.sent - entry.sent < 2 * kLifetime;
  };
  while (in_the_way()) grow(box);
  box[posted.id & (box.size() - 1)] = {true, posted.id, posted.sent, std::move(posted.message)};
}

std::vector<RmaFarMessage> RmaMail::take_leaving(unsigned number) {
  if (number >= leaving_.size()) return {};
  return std::exchange(leaving_[number], {});
}

/// Twice as large: two ids that share a place differ in a higher bit, at last in the highest.
void RmaMail::grow(Box& box) {
  Box larger(2 * box.size());
  for (Entry& entry : box)
    if (entry.full) larger[entry.id & (larger.size() - 1)] = std::move(entry);
  box = std::move(larger);
}

bool RmaMail::take(const Cell& cell, Cycle now, RmaMessage& message) {
  uint32_t id = 0;
  Box& box = boxes_[box_of(cell, cell.src, id)];
  if (box.empty()) return false;
  Entry& entry = box[id & (box.size() - 1)];
  if (!entry.full || entry.id != id || now - entry.sent >= kLifetime) return false;
  message = std::move(entry.message);
  entry.full = false;
  if (tamper_) tamper_(cell, message);
  return true;
}

}  // namespace tinsim
