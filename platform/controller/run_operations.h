// SPDX-License-Identifier: Apache-2.0
// Operations of the register API on runs of registers.
#pragma once

#include "platform/controller/api_messages.h"
#include "tlm/tin/registers/route_image.h"

namespace tinsim::control {

inline Bytes write_operations(const std::vector<RegisterRun>& runs) {
  Bytes operations;
  for (const RegisterRun& run : runs) append(operations, write_operation(run.address, run.values));
  return operations;
}

inline Bytes read_operations(const std::vector<RegisterRun>& runs) {
  Bytes operations;
  for (const RegisterRun& run : runs)
    append(operations, read_operation(run.address, static_cast<std::uint32_t>(run.values.size())));
  return operations;
}

/// Registers whose values differ from `data`, the response to read_operations(runs).
inline std::uint64_t differing(const std::vector<RegisterRun>& runs, const Bytes& data) {
  std::uint64_t count = 0;
  std::size_t at = 0;
  for (const RegisterRun& run : runs) {
    for (std::size_t n = 0; n < run.values.size(); ++n, at += 4)
      count += at + 4 > data.size() || (read32(data, at) & run.masks[n]) != run.values[n];
  }
  return count;
}

}  // namespace tinsim::control
