// SPDX-License-Identifier: Apache-2.0
// Descriptors and completions as they are in host memory, little endian.
#pragma once

#include <array>
#include <cstdint>

#include "tlm/nic/nic_params.h"
#include "tlm/pcie/byte_view.h"

namespace tinsim {

/// Octets 0-7 address, 8-11 length of the frame without FCS (of a buffer: its size), 12-15 zero.
struct Descriptor {
  uint64_t address = 0;
  uint32_t bytes = 0;

  std::array<uint8_t, kDescriptorBytes> octets() const {
    std::array<uint8_t, kDescriptorBytes> out{};
    store_little(out.data(), 8, address);
    store_little(out.data() + 8, 4, bytes);
    return out;
  }
  static Descriptor from(const uint8_t* octets) {
    return {load_little(octets, 8), static_cast<uint32_t>(load_little(octets + 8, 4))};
  }
};

/// Octets 0-3 count of packets so far, this one included; 4-7 length of the frame without FCS; 8
/// its ECN field; 9-15 zero. Of sent packets the count alone.
struct CompletionEntry {
  uint32_t count = 0;
  uint32_t bytes = 0;
  uint8_t ecn = 0;

  std::array<uint8_t, kCompletionEntryBytes> octets() const {
    std::array<uint8_t, kCompletionEntryBytes> out{};
    store_little(out.data(), 4, count);
    store_little(out.data() + 4, 4, bytes);
    out[8] = ecn;
    return out;
  }
  static CompletionEntry from(const uint8_t* octets) {
    return {static_cast<uint32_t>(load_little(octets, 4)),
            static_cast<uint32_t>(load_little(octets + 4, 4)), octets[8]};
  }
};

}  // namespace tinsim
