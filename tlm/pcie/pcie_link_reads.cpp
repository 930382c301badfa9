// SPDX-License-Identifier: Apache-2.0
// The PCIe interface of a chip: completions of reads, one or many at a time.
#include <algorithm>

#include "tlm/pcie/pcie_link.h"

namespace tinsim {

/// True: the read has ended with it.
[[gnu::always_inline]] inline bool PcieLink::report_read(const Part& part, ByteView bytes,
                                                         DmaClient& client) {
  if (part.last) free_tags_.push_back(part.tag);
  Operation& operation = operations_[part.op];
  const bool is_unreported = operation.failed;  // its end has been reported to the client
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
  if (!is_unreported) client.read_piece(piece, part.arrival);
  return piece.last;
}

/// The same as run() in each cycle, while only answers change the packets in flight to the chip.
bool PcieLink::run_reads(Cycle to, DmaClient& client) {
  // A waiting request may start with a returned tag.
  if (is_observed() || up_.waits() || next_except_answers_ <= next_) return false;
  const Cycle end = std::min(to, next_except_answers_ - 1);
  bool has_ended = false;
  while (!has_ended && !to_chip_.empty() && is_due_read(to_chip_.front(), end)) {
    const Part part = to_chip_.front();
    to_chip_.pop_front();
    has_ended = report_read(part, {nullptr, part.bytes}, client);
  }
  // One is on the wire while another waits, also when a read has ended.
  while (to_chip_.empty() && down_.has_answers_alone()) {
    if (!down_.waits() && (has_ended || requests_.empty() || next_answer() > end)) break;
    const Cycle at =
        down_.waits() ? down_.free_at() : std::max(down_.free_at(), requests_.front().at);
    if (at > end) break;
    if (!requests_.empty() && requests_.front().at <= at) answer_counted(at);
    if (!down_.waits()) continue;
    const Part part = down_.send_answer(at);
    if (has_ended || part.arrival > end || !operations_[part.op].is_read) {
      to_chip_.push_back(part);
    } else {
      has_ended = report_read(part, {nullptr, part.bytes}, client);
    }
  }
  next_ = find_next_of(next_except_answers_);
  return has_ended || next_ > to;
}

}  // namespace tinsim
