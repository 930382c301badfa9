// SPDX-License-Identifier: Apache-2.0
// Cellifier: a packet's bytes as DATA cells.
#include "rtl_models/cellifier/cellifier.h"

#include <fmt/format.h>

#include "rtl_models/common/check.h"
#include "rtl_models/common/state.h"
#include "rtl_models/parts/cell_header.h"
#include "rtl_models/parts/ip_cells.h"
#include "rtl_models/parts/ip_words.h"

namespace tinsim {
namespace {

constexpr unsigned kWordBytes = 8;
constexpr std::uint8_t kHops = 12;  // the longest legal route has 8 links

constexpr unsigned words_of(unsigned bytes) { return (bytes + kWordBytes - 1) / kWordBytes; }

/// The first `count` bytes of a word, 0..8.
constexpr std::uint64_t first_bytes(std::uint64_t word, unsigned count) {
  return count >= kWordBytes ? word : word & ((std::uint64_t{1} << 8 * count) - 1);
}

}  // namespace

void Cellifier::tick(const In& in) {
  check(in);
  const bool starts = can_start(in);
  const bool job_ends = out_.last_o;
  const bool takes_data = in.data_valid_i;
  out_ = {};
  if (starts)
    start();
  else if (len_ > 0)
    send();
  if (takes_data) put(in.data_i);
  if (job_ends) job_ = {};
  if (in.job_valid_i) {
    job_ = {static_cast<unsigned>(in.job_bytes_i),    static_cast<std::uint16_t>(in.job_eptr_i),
            static_cast<std::uint16_t>(in.job_dst_i), static_cast<std::uint16_t>(in.job_src_i),
            static_cast<std::uint8_t>(in.job_vc_i),   in.job_trace_i};
    words_in_ = words_out_ = idx_ = 0;
    half_full_ = false;
  }
  out_.job_ready_o = job_.bytes == 0;
  out_.data_ready_o = words_in_ < words_of(job_.bytes) && stored() < kFifoWords;
}

void Cellifier::check(const In& in) const {
  TIN_CHECK(JobHasBytes, !in.job_valid_i || in.job_bytes_i > 0, "a packet without bytes");
  TIN_CHECK(JobNeedsReady, !in.job_valid_i || out_.job_ready_o,
            fmt::format("a job while one of {} bytes is held", job_.bytes));
  TIN_CHECK(DataNeedsReady, !in.data_valid_i || out_.data_ready_o,
            fmt::format("a word with {} in the FIFO, {} taken of {} bytes", stored(), words_in_,
                        job_.bytes));
}

/// Whether a cell's header is on the pins in the next cycle. When the last word of a cell shows, no
/// cell is in progress (len_ is 0), and idx_ is that of the next one.
bool Cellifier::can_start(const In& in) const {
  if (!in.start_ok_i || len_ > 0 || idx_ >= cells_of(job_.bytes)) return false;
  const unsigned vbytes = vbytes_of(job_.bytes, idx_);
  const unsigned held = half_full_ ? kWordBytes / 2 : 0;
  const unsigned needed = vbytes > held ? words_of(vbytes - held) : 0;
  return stored() + in.data_valid_i >= needed;
}

void Cellifier::start() {
  vbytes_ = vbytes_of(job_.bytes, idx_);
  len_ = words_of_data_cell(vbytes_);
  shown_ = 1;
  CellHeader header;
  header.dst = job_.dst;
  header.src = job_.src;
  header.len = static_cast<std::uint8_t>(len_);
  header.cell_type = kDataCellType;
  header.vc = job_.vc;
  header.hop = kHops;
  header.trace = job_.trace;
  out_.cell_valid_o = out_.cell_sop_o = true;
  out_.cell_data_o = encode_header(header);
}

/// The next word of the cell after its header.
void Cellifier::send() {
  out_.cell_valid_o = true;
  out_.cell_data_o = next_word();
  if (++shown_ < len_) return;
  out_.cell_eop_o = true;
  len_ = 0;
  ++idx_;
  out_.last_o = idx_ == cells_of(job_.bytes);
}

std::uint64_t Cellifier::next_word() {
  if (shown_ == 1) {
    const auto first = static_cast<std::uint32_t>(first_bytes(take_half(), vbytes_));
    return pack_word(DataWord{job_.eptr, static_cast<std::uint8_t>(idx_),
                              static_cast<std::uint8_t>(vbytes_), first});
  }
  const unsigned left = vbytes_ - (kDataDescriptorBytes + kWordBytes * (shown_ - 2));
  std::uint64_t word = take_half();
  if (left > kWordBytes / 2) word |= std::uint64_t{take_half()} << 32;
  return first_bytes(word, left);
}

/// The packet's next four bytes: from the register, or of a new word, whose rest it then keeps.
std::uint32_t Cellifier::take_half() {
  half_full_ = !half_full_;
  if (!half_full_) return half_;
  const std::uint64_t word = fifo_[words_out_++ % kFifoWords];
  half_ = static_cast<std::uint32_t>(word >> 32);
  return static_cast<std::uint32_t>(word);
}

void Cellifier::put(std::uint64_t word) { fifo_[words_in_++ % kFifoWords] = word; }

void Cellifier::reset(const In&) {
  job_ = {};
  words_in_ = words_out_ = 0;
  half_full_ = false;
  idx_ = len_ = shown_ = 0;
  out_ = {};
  out_.job_ready_o = true;
}

void Cellifier::list_state(StateList& state) const {
  state.add("words_in", words_in_);
  state.add("words_out", words_out_);
  state.add("half", half_);
  state.add("half_full", half_full_);
  state.add("cell_index", idx_);
  state.add("cell_words", len_);
  state.add("shown_words", shown_);
}

}  // namespace tinsim
