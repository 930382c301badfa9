// SPDX-License-Identifier: Apache-2.0
// A flow: bytes from one host to another, and the sources that flows come from.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tinsim {

struct Flow {
  uint64_t id = 0;  ///< unique in its list
  uint16_t src = 0, dst = 0;
  uint32_t bytes = 0;           ///< at least 1
  uint64_t start_ns = 0;        ///< earliest start, from the start of the list on
  std::vector<uint64_t> after;  ///< ids of earlier flows that must be complete before
};

/// Flows one by one, in an order in which `start_ns` never decreases.
class FlowSource {
 public:
  virtual ~FlowSource() = default;
  /// The next flow; false at the end. Throws ConfigError where the input is wrong.
  virtual bool next(Flow& flow) = 0;
  /// Where the last flow came from, for errors: `flows.csv:17`.
  virtual std::string place() const = 0;
};

}  // namespace tinsim
