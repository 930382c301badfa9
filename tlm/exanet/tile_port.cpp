// SPDX-License-Identifier: Apache-2.0
// An intra-tile port of ExaNet: words written to the router and read from it.
#include "tlm/exanet/tile_port.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/errors.h"

namespace tinsim {

void ExanetTilePort::reset(const ExanetPlace& place, unsigned number, unsigned router_header_words,
                           unsigned router_payload_words) {
  *this = {};
  place_ = place;
  number_ = static_cast<std::uint8_t>(number);
  router_header_words_ = router_header_words;
  router_payload_words_ = router_payload_words;
}

void ExanetTilePort::send(ExanetPacket packet) {
  if (packet.payload.size() > kExanetMaxBytes)
    throw InvariantError(fmt::format("node ({}, {}, {}) port {}: packet of {} bytes", place_[0],
                                     place_[1], place_[2], number_, packet.payload.size()));
  packet.header.src = place_;
  packet.header.src_port = number_;
  packet.header.bytes = static_cast<std::uint16_t>(packet.payload.size());
  queued_.push_back(std::move(packet));
}

std::uint64_t ExanetTilePort::unread() const {
  return static_cast<std::uint64_t>(
      std::count_if(buffer_.begin(), buffer_.end(),
                    [](const ExanetBusWord& word) { return word.kind == ExanetKind::kFooter; }));
}

bool ExanetTilePort::has_space(ExanetKind kind) const {
  return kind == ExanetKind::kPayload ? used_payload_ < router_payload_words_
                                      : used_header_ < router_header_words_;
}

std::optional<ExanetBusWord> ExanetTilePort::write(std::uint64_t cycle, unsigned freed_header,
                                                   unsigned freed_payload) {
  used_header_ -= freed_header;
  used_payload_ -= freed_payload;
  if (writing_.empty()) {
    if (queued_.empty()) return std::nullopt;
    // The word enters the router in the second cycle of a write of more than one cycle.
    if (access_.write_cycles > 1 && next_write_ <= cycle) next_write_ = cycle + 1;
    writing_ = exanet_bus_words(queued_.front());
    written_ = 0;
  }
  const ExanetBusWord word = writing_[written_];
  if (cycle < next_write_ || !has_space(word.kind)) return std::nullopt;
  next_write_ = cycle + access_.write_cycles;
  ++(word.kind == ExanetKind::kPayload ? used_payload_ : used_header_);
  if (++written_ == writing_.size()) {
    ++stats_.sent;
    stats_.sent_bytes += queued_.front().payload.size();
    queued_.pop_front();
    writing_.clear();
  }
  return word;
}

std::optional<ExanetBusWord> ExanetTilePort::read(std::uint64_t cycle,
                                                  const std::optional<ExanetBusWord>& arrived) {
  std::optional<ExanetBusWord> left;
  if (!reading_ && !buffer_.empty()) {
    reading_ = true;
    reading_since_ = cycle;
  }
  if (reading_ && cycle + 1 - reading_since_ >= access_.read_cycles) {
    reading_ = false;
    left = buffer_.front();
    buffer_.pop_front();
    switch (assembler_.add(*left)) {
      case ExanetAssembler::State::kIncomplete:
        break;
      case ExanetAssembler::State::kGood:
        ++stats_.received;
        stats_.received_bytes += assembler_.packet().payload.size();
        received_.push_back(assembler_.packet());
        break;
      case ExanetAssembler::State::kBad:
        ++stats_.crc_errors;
        break;
    }
  }
  if (arrived) buffer_.push_back(*arrived);
  return left;
}

}  // namespace tinsim
