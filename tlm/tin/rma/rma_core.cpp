// SPDX-License-Identifier: Apache-2.0
// Requests and answers become cells: names, signatures, ports.
#include "tlm/tin/rma/rma_core.h"

#include <algorithm>
#include <utility>

#include "rtl_models/parts/rma_segment.h"
#include "tlm/gnet/cell_words.h"

namespace tinsim {
namespace {

Cell cell_of(uint64_t first, RmaCell type, unsigned words, unsigned traffic_class, uint16_t to) {
  Cell cell = make_cell(first, static_cast<unsigned>(type), words, traffic_class);
  cell.dst = to;
  return cell;
}

}  // namespace

unsigned RmaCore::regions_of(unsigned host) const {
  return static_cast<unsigned>(
      std::count_if(regions.begin(), regions.end(),
                    [host](const RmaRegion& of) { return of.live && of.host == host; }));
}

unsigned RmaCore::max_regions() const {
  const auto& hosts = dma.ports();
  const auto absent = std::count(hosts.begin(), hosts.end(), nullptr);
  return params.regions / static_cast<unsigned>(hosts.size() - static_cast<std::size_t>(absent));
}

uint64_t RmaCore::send_request(Cycle now, Cycle at, RmaCell type, RmaRequest request, unsigned cls,
                               uint16_t to, const RegionKey& key, uint64_t answers) {
  request.counter = next_counter();
  const unsigned port = port_of(request.slot);
  const auto endpoint = static_cast<uint16_t>(kRmaFirstEndpoint + port);
  seal.sign(type, request, key, static_cast<uint16_t>(params.address | endpoint),
            static_cast<uint16_t>(to | endpoint), answers);
  RmaMessage message;
  message.words = pack_words(request);
  if (decider != nullptr) message.words = decider->encoded(now, request, message.words);
  message.answers = answers;
  Cell cell = cell_of(message.words[0], type, kRmaRequestWords,
                      rma_traffic_class(true, cls, params.low_class_vcs), to);
  mail.post(cell, params.address, std::move(message), now);
  ports.queue(port, cell, now, at);
  return name_of(request.counter);
}

void RmaCore::send_answer(Cycle now, Cycle at, RmaCell type, RmaMeta meta, const RmaReturn& to,
                          const uint8_t* data) {
  meta.slot = to.id;
  meta.counter = next_counter();
  const unsigned cls = rma_traffic_class(false, to.cls, params.low_class_vcs);
  const unsigned length = rma_cell_words(meta.length);
  const auto port = static_cast<unsigned>(meta.counter % kRmaPorts);
  if (!params.is_carried()) {
    const RmaMetaPayload words = pack_words(meta);
    const Cell cell = cell_of(words[0], type, length, cls, to.to);
    mail.post_short(mail.box_of_short(params.address, to.to), cell, params.address,
                    {words[0], words[1]}, to.answers, now);
    return ports.queue(port, cell, now, at);
  }
  RmaMessage message;
  message.answers = to.answers;
  if (data != nullptr) message.data.assign(data, data + meta.length);
  seal.close(type, meta, to.key, params.address, to.answers, message.data);
  const RmaMetaPayload words = pack_words(meta);
  std::copy(words.begin(), words.end(), message.words.begin());
  const Cell cell = cell_of(words[0], type, length, cls, to.to);
  mail.post(cell, params.address, std::move(message), now);
  ports.queue(port, cell, now, at);
}

DecodedRequest RmaCore::decode_request(Cycle now, const Cell& cell,
                                       const RmaRequestPayload& words) const {
  DecodedRequest decoded;
  decoded.error = judge_request_cell(cell.type, cell.words, words[0]);
  if (decoded.error == RmaCellError::None) decoded.fields = unpack_request(words);
  if (decider == nullptr) return decoded;
  return decider->decoded(now, cell.type, cell.words, words, decoded);
}

/// Calls `next(segment)` for the cells, up to one for which it returns false.
template <class Next>
void RmaCore::send_counted_cells(Cycle now, const RmaReturn& to, Next&& next) {
  const bool reads = !RmaId::is_server(to.id);
  auto* const box = reads ? nullptr : mail.box_of_short(params.address, to.to);
  const unsigned cls = rma_traffic_class(false, to.cls, params.low_class_vcs);
  Cell cell = ports.with_addresses(cell_of(0, RmaCell::Resp, 0, cls, to.to));
  const RmaPorts::Queue queue = RmaPorts::queue_of(cell);
  RmaMeta meta;
  meta.slot = to.id;
  for (RmaSegment segment; next(segment);) {
    meta.offset = static_cast<uint16_t>(segment.offset);
    meta.length = static_cast<uint8_t>(segment.length);
    const uint64_t own = next_counter();
    meta.counter = reads ? to.answers : own;
    const RmaMetaPayload words = pack_words(meta);
    cell.seq = static_cast<uint32_t>(words[0]);
    cell.birth = static_cast<Cycle>(words[0] >> 32);
    cell.words = static_cast<uint8_t>(segment.words);
    if (!reads) mail.post_short(box, cell, params.address, {words[0], words[1]}, to.answers, now);
    ports.queue_addressed(static_cast<unsigned>(own % kRmaPorts), queue, cell, now,
                          answer_slot(now) + params.crypt_cycles);
  }
}

void RmaCore::send_counted(Cycle now, unsigned offset, unsigned bytes, const RmaReturn& to) {
  const unsigned end = offset + bytes;
  send_counted_cells(now, to, [&, this](RmaSegment& segment) {
    if (offset >= end) return false;
    segment = next_segment(offset, end - offset, params.cell_bytes);
    offset += segment.length;
    return true;
  });
}

void RmaCore::send_counted(Cycle now, const std::vector<RmaSegment>& cells, const RmaReturn& to) {
  auto cell = cells.begin();
  send_counted_cells(now, to, [&](RmaSegment& segment) {
    if (cell == cells.end()) return false;
    segment = *cell++;
    return true;
  });
}

RegionVerdict RmaCore::judge(Cycle now, const RegionAccess& access, RmaGrant& grant) const {
  const RmaRegion* entry = region(access.region);
  RegionVerdict verdict;
  verdict.refusal = judge_and_grant(entry, access.op, access.offset, access.size, grant);
  const bool is_known =
      verdict.refusal != RmaRefusal::NoRegion && verdict.refusal != RmaRefusal::UnknownOp;
  if (is_known) {
    verdict.key = entry->key;
    verdict.host = entry->host;
  }
  if (verdict.refusal == RmaRefusal::Granted) verdict.address = entry->base + access.offset;
  return decider == nullptr ? verdict : judge_decided(now, access, verdict, grant);
}

Cycle RmaCore::answer_slot(Cycle now) {
  const Cycle at = std::max(now, cipher_free);
  cipher_free = at + 1;
  return at;
}

}  // namespace tinsim
