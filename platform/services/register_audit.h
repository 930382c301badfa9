// SPDX-License-Identifier: Apache-2.0
// Audit of a controller at every write of a register.
#pragma once

#include <vector>

#include "platform/services/channel_graph.h"
#include "tlm/gnet/cycles.h"
#include "tlm/tin/registers/register_space.h"

namespace tinsim {

/// Reads what the registers of the TiNs of this process show after a write, and nothing of the
/// controller. New flows are added before old ones are removed, so both together are free of
/// cycles. Waits across TiNs of other processes are not seen. Throws InvariantError.
class RegisterAudit {
 public:
  /// The plan outlives it.
  explicit RegisterAudit(const control::CliquePlan& plan) : plan_(plan), channels_(plan) {}

  /// Takes the tables that a TiN begins with.
  void begin(std::size_t tin, const RegisterSpace& registers);
  /// A register of a TiN has been written in cycle `now`.
  void written(std::size_t tin, const RegisterSpace& registers, uint32_t address, Cycle now);
  uint64_t checks() const { return checks_; }

 private:
  void check_flow(std::size_t tin, const RegisterSpace& registers, unsigned flow, Cycle now);
  void check_ip_flow(std::size_t tin, const RegisterSpace& registers, unsigned entry, Cycle now);
  void check_member(std::size_t tin, const RegisterSpace& registers, unsigned member, Cycle now);
  [[noreturn]] void fail(std::size_t tin, Cycle now, const std::string& what) const;

  const control::CliquePlan& plan_;
  ChannelGraph channels_;
  uint64_t checks_ = 0;
};

}  // namespace tinsim
