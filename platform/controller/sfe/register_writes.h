// SPDX-License-Identifier: Apache-2.0
// Operations on flows and groups as writes of registers.
#pragma once

#include <set>

#include "platform/controller/clique/clique_plan.h"
#include "platform/controller/clique/nib_tables.h"
#include "platform/controller/sfe/tin_operation.h"

namespace tinsim::control {

/// Registers at ascending addresses without a gap.
struct WriteRun {
  std::uint32_t address = 0;
  std::vector<std::uint32_t> values;
};

/// Translates the operations of one request for a TiN, in their order.
class RegisterWrites {
 public:
  /// Both outlive it.
  RegisterWrites(const CliquePlan& plan, const Nib& nib, std::size_t tin)
      : plan_(plan), nib_(nib), tin_(tin), up_(planned_links(nib, tin)) {}

  /// Adds an operation, if the request then has at most `most_bytes`; false if it would have more.
  /// Throws InvariantError if a flow refers to a missing group, or a group is removed that a flow
  /// refers to.
  bool add(const TinOperation& operation, std::size_t most_bytes);

  std::size_t registers() const { return registers_; }
  std::size_t bytes() const { return bytes_of(runs_); }
  /// Body of an ACCESS request.
  Bytes body() const;

 private:
  static std::size_t bytes_of(const std::vector<WriteRun>& runs);
  std::vector<WriteRun> writes_of(const TinOperation& operation) const;
  WriteRun flow_writes(unsigned number, const Bytes& group) const;
  WriteRun ip_flow_writes(std::uint32_t number) const;
  static WriteRun member_writes(std::uint32_t base, const Bytes& members);
  static WriteRun entry_writes(std::uint32_t place, const Bytes& words);
  void require_external_group(const TinOperation& flow) const;
  void require_no_external(std::uint32_t group) const;
  const Bytes& group(const TinOperation& flow) const;
  void note(const TinOperation& operation);
  void require_unused(std::uint32_t group) const;
  void require_member(std::uint32_t ip_flow) const;

  const CliquePlan& plan_;
  const Nib& nib_;
  const std::size_t tin_;
  const std::uint64_t up_;
  std::vector<WriteRun> runs_;
  std::size_t registers_ = 0;
  // State of the TiN after the request, where it differs from the NIB's tables.
  Records groups_;
  std::map<std::uint32_t, std::optional<std::uint32_t>> flows_;  ///< nothing: removed
  std::set<std::uint32_t> members_;
  Records groups_of_external_;              ///< added
  std::set<std::uint32_t> external_flows_;  ///< changed or removed
};

}  // namespace tinsim::control
