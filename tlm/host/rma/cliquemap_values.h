// SPDX-License-Identifier: Apache-2.0
// What the values of a CliqueMap workload are, and which version of one a GET may tell.
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "platform/traffic/size_cdf.h"
#include "tlm/gnet/cell.h"
#include "tlm/pcie/byte_view.h"

namespace tinsim {

/// Size and octets follow from key and version alone, so that whoever reads a value can tell
/// whether it is the right one.
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

/// All SETs of a run. What was there before it has version kFirst.
class CliqueHistory {
 public:
  static constexpr uint64_t kFirst = 1;

  void begun(uint64_t key, uint64_t version) { sets_[key][version] = kNoCycle; }
  /// Enough replicas have it: the client has been told so in cycle `at`.
  void ended(uint64_t key, uint64_t version, Cycle at) { sets_[key][version] = at; }
  /// Whether a GET that was asked for in cycle `asked` may tell `version`: it has been set, and no
  /// SET of a later version had ended before.
  bool may_tell(uint64_t key, uint64_t version, Cycle asked) const;

 private:
  std::unordered_map<uint64_t, std::map<uint64_t, Cycle>> sets_;  ///< by key; end by version
};

}  // namespace tinsim
