// SPDX-License-Identifier: Apache-2.0
// The blocks attached to a chip's 1RMA engine: slots, regions, words, cells.
#include "tlm/tin/rma/rma_blocks.h"

#include <algorithm>

namespace tinsim {

RmaBlocks::Set RmaBlocks::Set::models() {
  return {compared_model<Slots>(),        compared_model<Regions>(),   compared_model<Window>(),
          compared_model<RequestCodec>(), compared_model<Segmenter>(), compared_model<Wheel>()};
}

RmaBlocks::RmaBlocks(const RmaParams& params, const Set& set) : params_(params) {
  slots_.use(set.slots, params.name, "command_slots");
  regions_.use(set.regions, params.name, "region_table");
  windows_[0].block.use(set.windows, params.name + " operations", "solicitation");
  windows_[1].block.use(set.windows, params.name + " PULLs", "solicitation");
  codec_.use(set.codec, params.name, "request_codec");
  segmenter_.use(set.segmenter, params.name, "response_segmenter");
  wheel_.use(set.wheel, params.name, "timeout_wheel");
  segmenter_straps_.max_data_i = params.cell_bytes;
  if (slots_) slots_.reset(0, {});
  if (regions_) regions_.reset(0, {});
  for (Solicited& window : windows_)
    if (window.block) reset_window(0, window);
  if (codec_) codec_.reset(0, {});
  if (segmenter_) segmenter_.reset(0, segmenter_straps_);
  if (wheel_) wheel_.reset(0, {});
}

std::vector<std::string> RmaBlocks::notes() const {
  std::vector<std::string> notes;
  const auto add = [&](const auto& block, const char* name, Block number) {
    if (block) notes.push_back(block.note(params_.name, name, compared_[number]));
  };
  add(slots_, "command_slots", kCommandSlots);
  add(regions_, "region_table", kRegionTable);
  add(windows_[0].block, "solicitation", kSolicitation);
  add(codec_, "request_codec", kRequestCodec);
  add(segmenter_, "response_segmenter", kResponseSegmenter);
  add(wheel_, "timeout_wheel", kTimeoutWheel);
  return notes;
}

unsigned RmaBlocks::free_slot(unsigned host, unsigned own) const {
  if (!slots_) return own;
  const Slots::Out& out = slots_.out();
  const unsigned slot =
      out.alloc_ok_o[host] ? unsigned(out.alloc_slot_o[host]) : unsigned{CommandSlotState::kNone};
  return slots_.decide(latest_, "alloc_slot_o", slot, own);
}

void RmaBlocks::allocated(Cycle now, unsigned host) {
  if (!slots_) return;
  latest_ = now;
  Slots::In in;
  in.alloc_valid_i[host] = true;
  slots_.tick(now, in);
  ++compared_[kCommandSlots];
}

SlotError RmaBlocks::stored(Cycle now, unsigned host, unsigned slot, unsigned part, SlotError own) {
  latest_ = now;
  constexpr unsigned kLastSlot = 0xFF;
  if (!slots_ || slot > kLastSlot) return own;  // the port names no other
  Slots::In in;
  in.store_valid_i = true;
  in.store_host_i = host != 0;
  in.store_slot_i = slot;
  in.store_part_i = part;
  slots_.tick(now, in);
  ++compared_[kCommandSlots];
  return static_cast<SlotError>(slots_.decide(
      now, "store_error_o", unsigned(slots_.out().store_error_o), static_cast<unsigned>(own)));
}

unsigned RmaBlocks::ready(Cycle now, unsigned own) {
  if (!slots_) return own;
  const Slots::Out& out = slots_.out();
  const bool is_ready = out.ready_valid_o;
  const bool decided =
      slots_.decide(now, "ready_valid_o", is_ready, own != CommandSlotState::kNone);
  if (!decided) return CommandSlotState::kNone;
  const unsigned slot = slots_.decide(now, "ready_slot_o", unsigned(out.ready_slot_o), own);
  Slots::In in;
  in.ready_pop_i = true;
  slots_.tick(now, in);
  return slot;
}

void RmaBlocks::freed(Cycle now, unsigned slot) {
  if (!slots_) return;
  latest_ = now;
  Slots::In in;
  in.done_valid_i = true;
  in.done_slot_i = slot;
  slots_.tick(now, in);
}

void RmaBlocks::region_written(uint32_t number, const RmaRegion& region) {
  enum Kind : unsigned { kRegister, kRekey, kRevoke };
  if (!regions_) return;
  RmaRegion& before = written_[number];
  const bool is_key_alone = before.live && region.live && before.base == region.base &&
                            before.length == region.length && before.perms == region.perms &&
                            before.host == region.host && !(before.key == region.key);
  Regions::In in;
  in.write_valid_i = true;
  in.write_kind_i = !region.live ? kRevoke : is_key_alone ? kRekey : kRegister;
  in.write_region_i = number;
  in.write_base_i = region.base;
  in.write_length_i = region.length;
  in.write_perms_i = region.perms;
  in.write_host_i = region.host != 0;
  in.write_key_hi_i = region.key.hi;
  in.write_key_lo_i = region.key.lo;
  regions_.tick(latest_, in);
  before = region;
}

RegionVerdict RmaBlocks::judged(Cycle now, const RegionAccess& access, const RegionVerdict& own) {
  constexpr uint32_t kLastRegion = 0xFF'FFFF;  // of the port; the block has no such region
  if (!regions_) return own;
  latest_ = now;
  Regions::In in;
  in.check_valid_i = true;
  in.check_op_i = access.op;
  in.check_region_i = std::min(access.region, kLastRegion);
  in.check_offset_i = access.offset;
  in.check_size_i = access.size;
  regions_.tick(now, in);
  const Regions::Out& out = regions_.out();
  ++compared_[kRegionTable];
  RegionVerdict verdict;
  regions_.require(now, "result_valid_o", out.result_valid_o);
  verdict.refusal = static_cast<RmaRefusal>(regions_.decide(
      now, "result_reason_o", unsigned(out.result_reason_o), static_cast<unsigned>(own.refusal)));
  verdict.address =
      regions_.decide(now, "result_address_o", uint64_t(out.result_address_o), own.address);
  verdict.host = regions_.decide(now, "result_host_o", out.result_host_o, own.host != 0);
  verdict.key.hi =
      regions_.decide(now, "result_key_hi_o", uint64_t(out.result_key_hi_o), own.key.hi);
  verdict.key.lo =
      regions_.decide(now, "result_key_lo_o", uint64_t(out.result_key_lo_o), own.key.lo);
  return verdict;
}

RmaRequestPayload RmaBlocks::encoded(Cycle now, const RmaRequest& request,
                                     const RmaRequestPayload& own) {
  if (!codec_) return own;
  RequestCodec::In in;
  in.enc_valid_i = true;
  in.enc_op_i = request.op;
  in.enc_flags_i = request.flags;
  in.enc_size_i = request.size;
  in.enc_slot_i = request.slot;
  in.enc_region_i = request.region;
  in.enc_offset_i = request.offset;
  in.enc_pid_i = request.pid;
  in.enc_counter_i = request.counter;
  in.enc_tag_hi_i = request.tag.hi;
  in.enc_tag_lo_i = request.tag.lo;
  codec_.tick(now, in);
  in = {};
  in.word_ready_i = true;
  RmaRequestPayload words{};
  for (unsigned n = 0; n < kRmaRequestWords; ++n) {
    const RequestCodec::Out& out = codec_.out();
    codec_.require(now, "word_valid_o", out.word_valid_o);
    codec_.require(now, "word_last_o", out.word_last_o == (n + 1 == kRmaRequestWords));
    if (n > 0) words[n - 1] = codec_.decide(now, "word_o", uint64_t(out.word_o), own[n - 1]);
    codec_.tick(now, in);
  }
  codec_.require(now, "enc_ready_o", codec_.out().enc_ready_o);
  ++compared_[kRequestCodec];
  return words;
}

DecodedRequest RmaBlocks::decoded(Cycle now, unsigned type, unsigned words,
                                  const RmaRequestPayload& payload, const DecodedRequest& own) {
  if (!codec_) return own;
  for (unsigned n = 0; n < words; ++n) {
    RequestCodec::In in;
    in.rx_valid_i = true;
    in.rx_word_i = n > 0 && n <= payload.size() ? payload[n - 1] : 0;
    in.rx_first_i = n == 0;
    in.rx_last_i = n + 1 == words;
    in.rx_type_i = type;
    codec_.tick(now, in);
  }
  const RequestCodec::Out& out = codec_.out();
  codec_.require(now, "dec_valid_o", out.dec_valid_o);
  ++compared_[kRequestCodec];
  const auto decide = [&](const char* field, uint64_t block, uint64_t chip) {
    return codec_.decide(now, field, block, chip);
  };
  const RmaRequest& fields = own.fields;
  DecodedRequest decoded;
  decoded.error = static_cast<RmaCellError>(
      decide("dec_error_o", unsigned(out.dec_error_o), static_cast<unsigned>(own.error)));
  RmaRequest& r = decoded.fields;
  r.op = static_cast<uint8_t>(decide("dec_op_o", unsigned(out.dec_op_o), fields.op));
  r.flags = static_cast<uint8_t>(decide("dec_flags_o", unsigned(out.dec_flags_o), fields.flags));
  r.size = static_cast<uint16_t>(decide("dec_size_o", unsigned(out.dec_size_o), fields.size));
  r.slot = static_cast<uint16_t>(decide("dec_slot_o", unsigned(out.dec_slot_o), fields.slot));
  r.region =
      static_cast<uint32_t>(decide("dec_region_o", unsigned(out.dec_region_o), fields.region));
  r.offset = decide("dec_offset_o", uint64_t(out.dec_offset_o), fields.offset);
  r.pid = static_cast<uint32_t>(decide("dec_pid_o", uint64_t(out.dec_pid_o), fields.pid));
  r.counter = decide("dec_counter_o", uint64_t(out.dec_counter_o), fields.counter);
  r.tag.hi = decide("dec_tag_hi_o", uint64_t(out.dec_tag_hi_o), fields.tag.hi);
  r.tag.lo = decide("dec_tag_lo_o", uint64_t(out.dec_tag_lo_o), fields.tag.lo);
  return decoded;
}

unsigned RmaBlocks::opened(Cycle now, unsigned id, unsigned size, unsigned own) {
  if (!segmenter_) return own;
  const Segmenter::Out& out = segmenter_.out();
  segmenter_.require(now, "open_ok_o", out.open_ok_o);
  const unsigned context =
      segmenter_.decide(now, "open_context_o", unsigned(out.open_context_o), own);
  Segmenter::In in = segmenter_straps_;
  in.open_valid_i = true;
  in.open_slot_i = id;
  in.open_size_i = size;
  segmenter_.tick(now, in);
  ids_[context] = id;
  ++compared_[kResponseSegmenter];
  return context;
}

std::vector<RmaSegment> RmaBlocks::segmented(Cycle now, unsigned context, unsigned offset,
                                             unsigned bytes, bool error, bool last) {
  std::vector<RmaSegment> own;
  if (error) own.push_back(next_segment(offset, 0, params_.cell_bytes));
  for (unsigned done = 0; !error && done < bytes; done += own.back().length)
    own.push_back(next_segment(offset + done, bytes - done, params_.cell_bytes));
  if (!segmenter_) return own;
  Segmenter::In in = segmenter_straps_;
  in.cpl_valid_i = true;
  in.cpl_context_i = context;
  in.cpl_offset_i = offset;
  in.cpl_length_i = error ? 0 : bytes;
  in.cpl_error_i = error;
  segmenter_.tick(now, in);
  in = segmenter_straps_;
  in.seg_ready_i = true;
  std::vector<RmaSegment> cells;
  const auto decide = [&](const char* field, unsigned block, unsigned chip) {
    return segmenter_.decide(now, field, block, chip);
  };
  bool was_last = false;
  while (segmenter_.out().seg_valid_o) {
    const Segmenter::Out& out = segmenter_.out();
    segmenter_.require(now, "seg_valid_o", cells.size() < own.size());
    const RmaSegment& expected = own[cells.size()];
    decide("seg_context_o", unsigned(out.seg_context_o), context);
    decide("seg_slot_o", unsigned(out.seg_slot_o), ids_[context]);
    decide("seg_status_o", unsigned(out.seg_status_o), error);
    cells.push_back({decide("seg_offset_o", unsigned(out.seg_offset_o), expected.offset),
                     decide("seg_length_o", unsigned(out.seg_length_o), expected.length),
                     decide("seg_words_o", unsigned(out.seg_words_o), expected.words)});
    was_last = out.seg_last_o;
    segmenter_.tick(now, in);
  }
  segmenter_.require(now, "seg_valid_o", cells.size() == own.size());
  segmenter_.require(now, "seg_last_o", was_last == last);
  ++compared_[kResponseSegmenter];
  return cells;
}

}  // namespace tinsim
