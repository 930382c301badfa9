// SPDX-License-Identifier: Apache-2.0
// Reads the descriptors of one ring, in batches and ahead of their use.
#include "tlm/nic/descriptor_fetcher.h"

#include <algorithm>

namespace tinsim {

void DescriptorFetcher::announce(Cycle now, uint32_t tail) {
  tail_ = tail;
  fetch(now);
}

/// A read does not wrap at the end of the ring.
void DescriptorFetcher::fetch(Cycle now) {
  while (requested_ != tail_) {
    const uint32_t place = requested_ % entries_;
    const uint32_t wanted =
        std::min({tail_ - requested_, params_.descriptor_batch, entries_ - place});
    const uint32_t held = requested_ - next_;
    if (held >= params_.descriptor_cache) return;
    const uint32_t space = params_.descriptor_cache - held;
    // Small reads would cost more than waiting for space, unless nothing else is held.
    if (space < wanted && held != 0) return;
    const uint32_t count = std::min(space, wanted);
    dma_.read(now, ring_ + uint64_t{place} * kDescriptorBytes, count * kDescriptorBytes,
              nic_cookie(access_, requested_));
    requested_ += count;
    ++counters_.descriptor_reads;
    counters_.descriptors += count;
  }
}

/// A completion ends at a multiple of 64 octets or with its read, so it has whole descriptors.
/// After an error the rest of the read is taken as read, and holds zeros.
void DescriptorFetcher::piece(const DmaPiece& piece) {
  const uint32_t first = count_of(piece.cookie) + piece.offset / kDescriptorBytes;
  const uint32_t count = piece.bytes.size / kDescriptorBytes;
  for (uint32_t i = 0; i < count; ++i) {
    const std::size_t place = (first + i) % entries_;
    is_here_[place] = true;
    if (params_.carried && piece.bytes.data != nullptr)
      std::copy_n(piece.bytes.data + std::size_t{i} * kDescriptorBytes, kDescriptorBytes,
                  &octets_[place * kDescriptorBytes]);
  }
}

void DescriptorFetcher::pop(Cycle now) {
  is_here_[next_ % entries_] = false;
  ++next_;
  fetch(now);
}

}  // namespace tinsim
