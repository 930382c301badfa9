// SPDX-License-Identifier: Apache-2.0
// Reads of host memory for remote chips.
#include "tlm/tin/rma/host_reader.h"

#include <fmt/format.h>

#include "base/errors.h"
#include "rtl_models/parts/rma_segment.h"

namespace tinsim {

void HostReader::open(Cycle now, const RmaGrant& grant, uint64_t address, unsigned size,
                      const RmaReturn& to) {
  auto number = static_cast<unsigned>(__builtin_ctzll(free_));
  if (core_.decider != nullptr) number = open_decided(now, to.id, size, number);
  free_ &= ~(uint64_t{1} << number);
  contexts_[number] = {size, to};
  ++open_;
  core_.dma.read(now, grant, address, size, dma_cookie(DmaPurpose::kRead, number));
}

bool HostReader::piece(unsigned number, const DmaPiece& piece, Cycle at) {
  const Context& context = contexts_[number];
  if (piece.offset + piece.bytes.size > context.size)
    throw InvariantError(fmt::format("{} cycle {}: PCIe gives bytes {} to {} of a read of {}",
                                     core_.params.name, at, piece.offset,
                                     piece.offset + piece.bytes.size, context.size));
  if (core_.decider != nullptr) {
    send_decided(number, piece, at);
  } else if (!core_.params.is_carried() && !piece.error) {
    core_.send_counted(at, piece.offset, piece.bytes.size, context.to);
  } else {
    send_cells(context, piece, at);
  }
  if (!piece.last) return false;
  free_ |= uint64_t{1} << number;
  --open_;
  return true;
}

void HostReader::send_cells(const Context& context, const DmaPiece& piece, Cycle at) {
  if (piece.error) return send_cell(context, piece, {piece.offset, 0, rma_cell_words(0)}, at);
  for (unsigned done = 0; done < piece.bytes.size;) {
    const RmaSegment cell =
        next_segment(piece.offset + done, piece.bytes.size - done, core_.params.cell_bytes);
    send_cell(context, piece, cell, at);
    done += cell.length;
  }
}

void HostReader::send_cell(const Context& context, const DmaPiece& piece, const RmaSegment& cell,
                           Cycle at) {
  RmaMeta meta;
  meta.offset = static_cast<uint16_t>(cell.offset);
  meta.length = static_cast<uint8_t>(cell.length);
  if (piece.error) meta.status = static_cast<uint8_t>(RmaStatus::kAuthentication);
  const uint8_t* data =
      piece.bytes.data != nullptr ? piece.bytes.data + (cell.offset - piece.offset) : nullptr;
  core_.send_answer(at, core_.answer_slot(at) + core_.params.crypt_cycles, RmaCell::Resp, meta,
                    context.to, piece.error ? nullptr : data);
}

}  // namespace tinsim
