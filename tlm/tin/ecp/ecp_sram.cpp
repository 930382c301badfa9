// SPDX-License-Identifier: Apache-2.0
// The SRAM of one control processor: first stores to pages, and code that is written.
#include "tlm/tin/ecp/ecp_sram.h"

#include <utility>

namespace tinsim {
namespace {

const EcpPageData kZeros{};

}  // namespace

EcpSram::EcpSram(std::shared_ptr<const EcpImage> image) : image_(std::move(image)) { reload(); }

void EcpSram::reload() {
  for (uint32_t page = 0; page < kEcpPages; ++page) {
    owned_[page].reset();
    owned_code_[page].reset();
    const bool is_image = page < image_->pages();
    pages_[page].read = is_image ? image_->data(page).data() : kZeros.data();
    pages_[page].write = nullptr;
    pages_[page].code = nullptr;
  }
}

/// Makes the page of the address this chip's own, and invalidates the decoded entries there.
bool EcpSram::open(uint32_t address, unsigned bytes) {
  const uint32_t number = address / kEcpPageBytes;
  Page& page = pages_[number];
  if (owned_[number] == nullptr) {
    owned_[number] = std::make_unique<EcpPageData>();
    std::memcpy(owned_[number]->data(), page.read, kEcpPageBytes);
    page.read = owned_[number]->data();
  }
  if (page.code == nullptr) {
    page.write = owned_[number]->data();
    return false;
  }
  const uint32_t first = address % kEcpPageBytes / 2;
  return invalidate(number, first, first + (bytes - 1) / 2);
}

/// The entry before `first` may be the first half of an instruction that ends there.
bool EcpSram::invalidate(uint32_t number, uint32_t first, uint32_t last) {
  const bool is_shared = owned_code_[number] == nullptr;
  if (is_shared) {
    owned_code_[number] = std::make_unique<EcpPageCode>(image_->code(number));
    pages_[number].code = owned_code_[number]->data();
  }
  EcpPageCode& code = *owned_code_[number];
  for (uint32_t entry = first == 0 ? 0 : first - 1; entry <= last; ++entry) {
    code[entry] = ThumbInstruction{};
  }
  return is_shared;
}

/// The decoded page is that of the image if the page was never written.
const ThumbInstruction* EcpSram::first_code(uint32_t page) {
  if (owned_[page] == nullptr && page < image_->pages()) {
    return pages_[page].code = image_->code(page).data();
  }
  owned_code_[page] = std::make_unique<EcpPageCode>();
  owned_code_[page]->back().op = ThumbOp::kPageEnd;
  pages_[page].write = nullptr;  // from now on a store invalidates entries
  pages_[page].code = owned_code_[page]->data();
  return pages_[page].code;
}

void EcpSram::decode(uint32_t page, uint32_t entry) {
  (*owned_code_[page])[entry] = decode_entry(pages_[page].read, page, entry);
}

std::size_t EcpSram::host_bytes() const {
  std::size_t bytes = sizeof *this;
  for (uint32_t page = 0; page < kEcpPages; ++page) {
    bytes += owned_[page] != nullptr ? sizeof(EcpPageData) : 0;
    bytes += owned_code_[page] != nullptr ? sizeof(EcpPageCode) : 0;
  }
  return bytes;
}

}  // namespace tinsim
