// SPDX-License-Identifier: Apache-2.0
// The PCIe interface of a chip: completions of reads, one or many at a time.
#include <algorithm>

#include "tlm/pcie/pcie_link.h"

namespace tinsim {

/// True: the read has ended with it.
bool PcieLink::tell_read(const TlpSender::Part& part, ByteView bytes, DmaClient& client) {
  if (part.last) free_tags_.push_back(part.tag);
  Operation& operation = operations_[part.op];
  const bool is_silent = operation.failed;  // the client has been told the end of it
  operation.left -= part.bytes;
  operation.failed |= part.error;
  const bool is_over = operation.left == 0;
  DmaPiece piece;
  piece.cookie = operation.cookie;
  piece.offset = part.offset;
  if (!part.error) piece.bytes = bytes;
  piece.error = part.error;
  piece.last = part.error || is_over;
  if (is_over) close(part.op);  // the call below may open another
  if (!is_silent) client.read_piece(piece, part.arrival);
  return piece.last;
}

inline TlpSender::Part PcieLink::part_of(const Arrival& arrival) {
  const Tlp& tlp = arrival.tlp;
  return {arrival.at, tlp.op, tlp.offset, tlp.bytes, tlp.tag, tlp.last, tlp.error};
}

inline PcieLink::Arrival PcieLink::arrival_of(const TlpSender::Part& part) {
  Arrival arrival;
  arrival.at = part.arrival;
  arrival.tlp.kind = Tlp::Kind::kAnswer;
  arrival.tlp.op = part.op;
  arrival.tlp.offset = part.offset;
  arrival.tlp.bytes = part.bytes;
  arrival.tlp.tag = part.tag;
  arrival.tlp.last = part.last;
  arrival.tlp.error = part.error;
  return arrival;
}

/// As run() would in each cycle, where nothing but answers changes what is under way to the chip.
[[gnu::flatten]] bool PcieLink::run_reads(Cycle to, DmaClient& client) {
  const Cycle others = next_but_answers();
  // A request that waits may go with a tag that comes back.
  if (is_watched() || up_.waits() || others <= next_) return false;
  const Cycle end = std::min(to, others - 1);
  bool has_ended = false;
  while (!has_ended && !to_chip_.empty() && is_due_read(to_chip_.front(), end)) {
    const TlpSender::Part part = part_of(to_chip_.front());
    to_chip_.pop_front();
    has_ended = tell_read(part, {nullptr, part.bytes}, client);
  }
  // One is on the wire while another waits, also when a read has ended.
  while (to_chip_.empty() && down_.has_answers_alone()) {
    if (!down_.waits() && (has_ended || requests_.empty() || next_answer() > end)) break;
    const Cycle at =
        down_.waits() ? down_.free_at() : std::max(down_.free_at(), requests_.front().at);
    if (at > end) break;
    if (!requests_.empty() && requests_.front().at <= at) answer_requests(at);
    if (!down_.waits()) continue;
    const TlpSender::Part part = down_.send_answer(at);
    if (has_ended || part.arrival > end || !operations_[part.op].is_read) {
      to_chip_.push_back(arrival_of(part));
    } else {
      has_ended = tell_read(part, {nullptr, part.bytes}, client);
    }
  }
  next_ = find_next();
  return has_ended || next_ > to;
}

}  // namespace tinsim
