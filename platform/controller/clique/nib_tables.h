// SPDX-License-Identifier: Apache-2.0
// Records of the NIB's tables.
#pragma once

#include "platform/controller/clique/port_classes.h"
#include "platform/controller/nib/nib.h"

namespace tinsim::control {

/// Block of a table that has one for all TiNs.
constexpr std::uint16_t kAllTins = 0xffff;

/// kControl, all TiNs: 8 bytes each. A plan is a set of sequenced batches. The Routing Engine
/// requests a pause by the number of its next plan in `kHold`; the Flow Manager grants it by that
/// number in `kHeld` when no TiN has an RPC; then the plan is published with `kPlan`.
enum ControlRecord : std::uint32_t {
  kPlan,
  kHold,
  kHeld,
  kReadBacks,         ///< how often registers of a TiN were not as recorded
  kPlannedReadBacks,  ///< … of those, before the plan
};

/// kTins, record 0 of each: flags, one byte.
enum TinFlags : std::uint8_t {
  kTinUp = 1,     ///< it has power and answers
  kTinKnown = 2,  ///< the tables `kInstalled…` are what its registers hold
};

// kTins, record 1: 1 while the TiN is drained (1 byte).

// Other tables, each by TiN:
//   kLinks              0: mask of its links that are UP, as last reported (8 bytes)
//   kViews              0: mask of the links that the plan uses, 1: flags of the TiN in the plan,
//                      2: 1 if the plan has it drained
//   kFlights            all TiNs: number of a TiN with an RPC without a result
//   kSequences          flow -> batch of the plan (1 byte)
//   k(Installed)Setup   address of a register -> value (4 bytes)
//   k(Installed)Groups  group -> outputs (8, or 8 and 24)
//   k(Installed)Flows   flow -> group (2 bytes)
//   k(Installed)IpGroups  kind of addresses -> member of each TiN: GNet address, or kNoMember
//   k(Installed)IpFlows   subnet -> a byte for each TiN: 1 the address has a flow
constexpr std::uint16_t kNoMember = 0xffff;

/// Batches of a plan. Those between follow the ways of cells, from their ends backwards.
enum Batch : std::uint8_t {
  kSetupBatch = 0,
  kFirstFlowBatch = 1,
  kLastFlowBatch = 200,
  kIpBatch,
  kIpRemovalBatch,
  kRemovalBatch
};

std::uint64_t control_record(const Nib& nib, ControlRecord record);
NibWrite control_write(ControlRecord record, std::uint64_t value);
std::uint8_t tin_flags(const Nib& nib, std::size_t tin);
NibWrite tin_write(std::size_t tin, unsigned flags);
bool is_drained(const Nib& nib, std::size_t tin);
NibWrite drain_write(std::size_t tin, bool is_drained);
/// Links of a TiN that are UP, as reported; nothing if it has not reported.
std::optional<std::uint64_t> reported_links(const Nib& nib, std::size_t tin);
/// Links that the plan uses.
std::uint64_t planned_links(const Nib& nib, std::size_t tin);

inline BlockId block(NibTable table, std::size_t tin) {
  return {table, static_cast<std::uint16_t>(tin)};
}

/// Writes that make a block have these records and no others.
void replace_block(const Nib& nib, const BlockId& block, const Records& records,
                   std::vector<NibWrite>& writes);

/// Outputs of a group.
struct GroupOutputs {
  std::array<Output, kMinimalEntries> minimal;
  std::array<Output, kDetourEntries> detours;
};
Bytes group_bytes(const PortClasses& ports, const RouteEntry& entry, bool has_detours);
GroupOutputs group_outputs(const Bytes& bytes);

/// Numbers of a TiN's groups: equal groups have one number.
class GroupNumbers {
 public:
  /// Keeps the numbers that groups have in the NIB.
  GroupNumbers(const Nib& nib, std::size_t tin);
  std::uint16_t of(const Bytes& group);

 private:
  std::map<Bytes, std::uint16_t> numbers_;
  std::map<std::uint16_t, bool> used_;
};

}  // namespace tinsim::control
