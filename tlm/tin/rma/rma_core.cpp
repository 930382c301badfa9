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

void RmaCore::send_counted(Cycle now, unsigned offset, unsigned bytes, const RmaReturn& to) {
  const bool reads = !RmaId::is_server(to.id);
  auto* const box = reads ? nullptr : mail.box_of_short(params.address, to.to);
  const unsigned cls = rma_traffic_class(false, to.cls, params.low_class_vcs);
  Cell cell = ports.with_addresses(cell_of(0, RmaCell::Resp, 0, cls, to.to));
  const RmaPorts::Queue queue = RmaPorts::queue_of(cell);
  RmaMeta meta;
  meta.slot = to.id;
  for (const unsigned end = offset + bytes; offset < end; offset += meta.length) {
    const RmaSegment segment = next_segment(offset, end - offset, params.cell_bytes);
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

Cycle RmaCore::answer_slot(Cycle now) {
  const Cycle at = std::max(now, cipher_free);
  cipher_free = at + 1;
  return at;
}

}  // namespace tinsim
