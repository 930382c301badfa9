// SPDX-License-Identifier: Apache-2.0
// Payload of 1RMA cells behind their first payload word.
#include "tlm/tin/rma/rma_mail.h"

#include <algorithm>
#include <utility>

namespace tinsim {
namespace {
constexpr std::size_t kFirstSize = 64;
}  // namespace

void RmaMail::add_remote(uint16_t chip_address, unsigned number) {
  process_of_[chip_address >> 6] = static_cast<uint16_t>(number);
  if (outgoing_.size() <= number) outgoing_.resize(number + 1);
}

void RmaMail::post(const Cell& cell, uint16_t src, RmaMessage&& message, Cycle now) {
  uint32_t id = 0;
  const uint32_t box = box_of(cell, src, id);
  const uint16_t process = process_of_[cell.dst >> 6];
  if (process == kHere) return keep(boxes_[box], id, now, std::move(message));
  outgoing_[process].push_back({box, id, now, std::move(message)});
}

void RmaMail::arrive(RmaRemoteMessage posted) {
  keep(boxes_[posted.box], posted.id, posted.sent, std::move(posted.message));
}

RmaMail::Box* RmaMail::box_of_short(uint16_t src, uint16_t dst) {
  Box& box = boxes_[answers_from(src)];
  return process_of_[dst >> 6] == kHere && box.rests.empty() ? &box : nullptr;
}

/// For sources with long answers, or destinations in another process.
[[gnu::noinline]] void RmaMail::post_words(const Cell& cell, uint16_t src,
                                           const std::array<uint64_t, 2>& words, uint64_t answers,
                                           Cycle now) {
  RmaMessage message;
  message.words = {words[0], words[1]};
  message.answers = answers;
  post(cell, src, std::move(message), now);
}

void RmaMail::keep(Box& box, uint32_t id, Cycle sent, RmaMessage&& message) {
  place_for(box, id, sent) = {id, sent, message.answers, {message.words[0], message.words[1]}};
  Rest rest{{message.words[2], message.words[3], message.words[4]}, std::move(message.data)};
  if (box.rests.empty() && rest.is_empty()) return;
  box.rests.resize(box.entries.size());
  box.rests[id & (box.entries.size() - 1)] = std::move(rest);
}

std::vector<RmaRemoteMessage> RmaMail::take_outgoing(unsigned number) {
  if (number >= outgoing_.size()) return {};
  return std::exchange(outgoing_[number], {});
}

/// Doubles the box: two ids of one place differ in a higher bit.
[[gnu::noinline]] void RmaMail::grow(Box& box) {
  if (box.entries.empty()) return box.entries.resize(kFirstSize);
  Box larger(box.entries.get_allocator().resource());
  larger.entries.resize(2 * box.entries.size());
  if (!box.rests.empty()) larger.rests.resize(larger.entries.size());
  for (std::size_t place = 0; place < box.entries.size(); ++place) {
    const Entry& entry = box.entries[place];
    if (entry.sent == kNoCycle) continue;
    const std::size_t moved = entry.id & (larger.entries.size() - 1);
    larger.entries[moved] = entry;
    if (!box.rests.empty()) larger.rests[moved] = std::move(box.rests[place]);
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
  message.words = {entry.words[0], entry.words[1]};
  message.answers = entry.answers;
  message.data.clear();
  if (!box.rests.empty()) {
    Rest& rest = box.rests[place];
    std::copy(rest.words.begin(), rest.words.end(), message.words.begin() + entry.words.size());
    message.data = std::move(rest.data);
  }
  entry.sent = kNoCycle;
  if (tamper_) tamper_(cell, message);
  return true;
}

}  // namespace tinsim
