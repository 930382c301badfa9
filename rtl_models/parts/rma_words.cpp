// SPDX-License-Identifier: Apache-2.0
// The payload words of the cells of 1RMA: requests, and the meta-data of their answers.
#include "rtl_models/parts/rma_words.h"

#include "rtl_models/parts/bit_slice.h"

namespace tinsim {
namespace {

namespace request {
constexpr BitSlice kOp{0, 4}, kFlags{4, 4}, kSize{8, 16}, kSlot{24, 16}, kRegion{40, 24};  // 1
constexpr BitSlice kOffset{0, 48}, kPidLow{48, 16};                                        // 2
constexpr BitSlice kPidHigh{0, 16}, kCounter{16, 48};                                      // 3
}  // namespace request

template <class T>
T field(BitSlice slice, std::uint64_t word) {
  return static_cast<T>(slice.of(word));
}

}  // namespace

RmaRequestPayload pack_words(const RmaRequest& r) {
  using namespace request;
  return {kOp.with(r.op) | kFlags.with(r.flags) | kSize.with(r.size) | kSlot.with(r.slot) |
              kRegion.with(r.region),
          kOffset.with(r.offset) | kPidLow.with(r.pid),
          kPidHigh.with(r.pid >> 16) | kCounter.with(r.counter), r.tag.lo, r.tag.hi};
}

RmaRequest unpack_request(const RmaRequestPayload& words) {
  using namespace request;
  RmaRequest r;
  r.op = field<std::uint8_t>(kOp, words[0]);
  r.flags = field<std::uint8_t>(kFlags, words[0]);
  r.size = field<std::uint16_t>(kSize, words[0]);
  r.slot = field<std::uint16_t>(kSlot, words[0]);
  r.region = field<std::uint32_t>(kRegion, words[0]);
  r.offset = kOffset.of(words[1]);
  r.pid = field<std::uint32_t>(kPidLow, words[1]) | field<std::uint32_t>(kPidHigh, words[2]) << 16;
  r.counter = kCounter.of(words[2]);
  r.tag = {words[4], words[3]};
  return r;
}

RmaCellError judge_request_cell(unsigned type, unsigned words, std::uint64_t first) {
  const bool is_read = type == static_cast<unsigned>(RmaCell::Req);
  const bool is_pull = type == static_cast<unsigned>(RmaCell::Pull);
  if (!is_read && !is_pull && type != static_cast<unsigned>(RmaCell::Wreq))
    return RmaCellError::Type;
  if (words != kRmaRequestWords) return RmaCellError::Length;
  const auto op = static_cast<unsigned>(request::kOp.of(first));
  const bool op_reads = op == static_cast<unsigned>(RmaOp::Read);
  if (op >= kRmaOps || op_reads != is_read) return RmaCellError::Op;
  if (!is_pull && request::kFlags.of(first) != 0) return RmaCellError::Flags;
  return RmaCellError::None;
}

}  // namespace tinsim
