// SPDX-License-Identifier: Apache-2.0
// The values of a CliqueMap workload.
#pragma once

#include <vector>

#include "base/size_cdf.h"
#include "tlm/pcie/byte_view.h"

namespace tinsim {

/// Size and octets follow from key and version alone, so that every reader can check a value.
class CliqueValues {
 public:
  CliqueValues(uint64_t seed, SizeCdf sizes) : seed_(seed), sizes_(std::move(sizes)) {}

  uint32_t bytes(uint64_t key, uint64_t version) const;
  std::vector<uint8_t> of(uint64_t key, uint64_t version) const;
  bool is(ByteView value, uint64_t key, uint64_t version) const;
  const SizeCdf& sizes() const { return sizes_; }

 private:
  uint64_t seed_;
  SizeCdf sizes_;
};

}  // namespace tinsim
