// SPDX-License-Identifier: Apache-2.0
// The SRAM of one control processor: pages of its image until they are written, zeros elsewhere.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>

#include "tlm/tin/ecp/ecp_image.h"

namespace tinsim {

/// Little endian, as its host must be.
class EcpSram {
 public:
  explicit EcpSram(std::shared_ptr<const EcpImage> image);
  EcpSram(const EcpSram&) = delete;
  EcpSram& operator=(const EcpSram&) = delete;

  /// Back to the image, all else zero.
  void reload();

  /// `T`: an unsigned type of 1, 2 or 4 octets. Precondition: `address` is a multiple of its size.
  template <class T>
  static bool holds(uint32_t address) {
    constexpr unsigned kShift = sizeof(T) / 2;  // a misaligned address rotates to a large one
    const uint32_t rotated =
        kShift == 0 ? address : (address >> kShift | address << (32 - kShift) % 32);
    return rotated < ECP_SRAM_BYTES / sizeof(T);
  }
  template <class T>
  T load(uint32_t address) const {
    T value;
    std::memcpy(&value, pages_[address / kEcpPageBytes].read + address % kEcpPageBytes, sizeof(T));
    return value;
  }
  /// False: the page is shared or has been executed from, and needs store_first().
  template <class T>
  bool store(uint32_t address, T value) {
    uint8_t* const data = pages_[address / kEcpPageBytes].write;
    if (data == nullptr) return false;
    std::memcpy(data + address % kEcpPageBytes, &value, sizeof(T));
    return true;
  }
  /// Stores in any page. True: a decoded page was replaced; pointers to entries are invalid.
  template <class T>
  bool store_first(uint32_t address, T value) {
    const bool moved = open(address, sizeof(T));
    std::memcpy(owned_[address / kEcpPageBytes]->data() + address % kEcpPageBytes, &value,
                sizeof(T));
    return moved;
  }

  /// The decoded page, whose entries may be kDecode.
  const ThumbInstruction* code(uint32_t page) {
    const ThumbInstruction* const code = pages_[page].code;
    return code != nullptr ? code : first_code(page);
  }
  /// Decodes an entry that is kDecode.
  void decode(uint32_t page, uint32_t entry);

  /// Host memory of this chip alone.
  std::size_t host_bytes() const;

 private:
  struct Page {
    const uint8_t* read = nullptr;
    uint8_t* write = nullptr;  ///< null where a store needs open()
    const ThumbInstruction* code = nullptr;
  };
  bool open(uint32_t address, unsigned bytes);
  bool invalidate(uint32_t page, uint32_t first, uint32_t last);
  const ThumbInstruction* first_code(uint32_t page);

  std::shared_ptr<const EcpImage> image_;
  std::array<Page, kEcpPages> pages_;
  std::array<std::unique_ptr<EcpPageData>, kEcpPages> owned_;
  std::array<std::unique_ptr<EcpPageCode>, kEcpPages> owned_code_;
};

}  // namespace tinsim
