// SPDX-License-Identifier: Apache-2.0
// Operations that make a TiN have the intended flows and groups.
#include "platform/controller/fm/tin_difference.h"

#include "platform/controller/clique/register_addresses.h"

namespace tinsim::control {
namespace {

using Kind = TinOperation::Kind;

class Difference {
 public:
  Difference(const Nib& nib, std::size_t tin) : nib_(nib), tin_(tin) {}

  BatchedOperations all() {
    add_setup();
    add_flows();
    remove_flows();
    add_ip_members();
    add_ip_flows();
    add_external();
    remove_external();
    remove_ip_members();
    return std::move(batches_);
  }

 private:
  std::shared_ptr<const Records> read(NibTable table) const {
    return nib_.read(block(table, tin_));
  }
  void add(std::uint8_t batch, TinOperation operation) {
    batches_[batch].push_back(std::move(operation));
  }

  /// Registers of elements that differ; those without a record have their reset values.
  void add_setup() {
    const auto wanted = read(NibTable::kSetup), held = read(NibTable::kInstalledSetup);
    const auto value = [](const Records& records, std::uint32_t address) {
      const auto found = records.find(address);
      return found != records.end() ? read32(found->second, 0) : reset_value(address);
    };
    std::map<std::uint32_t, bool> differs;  ///< by first registers of elements
    Records both = *wanted;
    both.insert(held->begin(), held->end());
    for (const auto& record : both) {
      const std::uint32_t address = record.first;
      differs[written_first(address)] |= value(*wanted, address) != value(*held, address);
    }
    for (const auto& record : both)
      if (differs[written_first(record.first)])
        add(kSetupBatch, {Kind::kSetup, record.first, value(*wanted, record.first), {}});
  }

  void add_flows() {
    const auto wanted = read(NibTable::kFlows), held = read(NibTable::kInstalledFlows);
    const auto groups = read(NibTable::kGroups), known = read(NibTable::kInstalledGroups);
    const auto sequences = read(NibTable::kSequences);
    std::map<std::uint8_t, std::vector<TinOperation>> by_batch;
    for (const auto& [number, group] : *wanted) {
      const auto found = held->find(number);
      if (found != held->end() && found->second == group) continue;
      const auto sequence = sequences->find(number);
      const std::uint8_t batch =
          sequence == sequences->end() ? std::uint8_t{kLastFlowBatch} : sequence->second.at(0);
      by_batch[batch].push_back({Kind::kSetFlow, number, read16(group, 0), {}});
    }
    std::map<std::uint32_t, bool> added;
    for (const auto& [batch, flows] : by_batch) {
      for (const TinOperation& flow : flows)
        if (known->count(flow.value) == 0 && !added[flow.value]) {
          added[flow.value] = true;
          add(batch, {Kind::kAddGroup, flow.value, 0, groups->at(flow.value)});
        }
      for (const TinOperation& flow : flows) add(batch, flow);
    }
  }

  void remove_flows() {
    const auto wanted = read(NibTable::kFlows), held = read(NibTable::kInstalledFlows);
    const auto groups = read(NibTable::kGroups), known = read(NibTable::kInstalledGroups);
    for (const auto& record : *held)
      if (wanted->count(record.first) == 0)
        add(kRemovalBatch, {Kind::kRemoveFlow, record.first, 0, {}});
    for (const auto& record : *known)
      if (groups->count(record.first) == 0)
        add(kRemovalBatch, {Kind::kRemoveGroup, record.first, 0, {}});
  }

  /// Calls fn(number of the record, TiN, wanted value, held value) where they differ.
  template <class Value, class Fn>
  void for_each_ip(NibTable wanted, NibTable held, const Value& value, const Fn& fn) const {
    const auto old = read(held), now_wanted = read(wanted);
    for (const auto& [number, values] : *now_wanted) {
      const auto found = old->find(number);
      for (std::size_t tin = 0; tin < values.size() / value.bytes; ++tin) {
        const std::uint32_t now = value(values, tin);
        const std::uint32_t before = found == old->end() ? value.none : value(found->second, tin);
        if (now != before) fn(number, tin, now);
      }
    }
  }
  struct Member {
    std::size_t bytes = 2;
    std::uint32_t none = kNoMember;
    std::uint32_t operator()(const Bytes& values, std::size_t tin) const {
      return read16(values, 2 * tin);
    }
  };
  struct Flow {
    std::size_t bytes = 1;
    std::uint32_t none = 0;
    std::uint32_t operator()(const Bytes& values, std::size_t tin) const { return values[tin]; }
  };

  void add_ip_members() {
    for_each_ip(NibTable::kIpGroups, NibTable::kInstalledIpGroups, Member(),
                [this](std::uint32_t kind, std::size_t tin, std::uint32_t member) {
                  if (member != kNoMember)
                    add(kIpBatch, {Kind::kSetMember, ip_number(kind, tin), member, {}});
                });
  }
  void add_ip_flows() {
    for_each_ip(NibTable::kIpFlows, NibTable::kInstalledIpFlows, Flow(),
                [this](std::uint32_t subnet, std::size_t tin, std::uint32_t is_live) {
                  const std::uint32_t number = ip_number(subnet, tin);
                  add(is_live != 0 ? kIpBatch : kIpRemovalBatch,
                      {is_live != 0 ? Kind::kSetIpFlow : Kind::kRemoveIpFlow, number, 0, {}});
                });
  }
  void remove_ip_members() {
    for_each_ip(NibTable::kIpGroups, NibTable::kInstalledIpGroups, Member(),
                [this](std::uint32_t kind, std::size_t tin, std::uint32_t member) {
                  if (member == kNoMember)
                    add(kIpRemovalBatch, {Kind::kRemoveMember, ip_number(kind, tin), 0, {}});
                });
  }

  /// Calls fn(number, value) for records of one table that the other does not have so.
  template <class Fn>
  void for_each_missing(NibTable in, NibTable from, bool equal_values, const Fn& fn) const {
    const auto records = read(in), others = read(from);
    for (const auto& [number, value] : *records) {
      const auto found = others->find(number);
      if (found == others->end() || (equal_values && found->second != value)) fn(number, value);
    }
  }
  void add_external() {
    for_each_missing(NibTable::kExternalGroups, NibTable::kInstalledExternalGroups, true,
                     [this](std::uint32_t base, const Bytes& members) {
                       add(kIpBatch, {Kind::kSetExternalGroup, base, 0, members});
                     });
    for_each_missing(NibTable::kExternalFlows, NibTable::kInstalledExternalFlows, true,
                     [this](std::uint32_t place, const Bytes& words) {
                       add(kIpBatch, {Kind::kSetExternalFlow, place, 0, words});
                     });
  }
  void remove_external() {
    for_each_missing(NibTable::kInstalledExternalFlows, NibTable::kExternalFlows, false,
                     [this](std::uint32_t place, const Bytes&) {
                       add(kIpRemovalBatch, {Kind::kRemoveExternalFlow, place, 0, {}});
                     });
    for_each_missing(NibTable::kInstalledExternalGroups, NibTable::kExternalGroups, false,
                     [this](std::uint32_t base, const Bytes& members) {
                       add(kRemovalBatch, {Kind::kRemoveExternalGroup, base, 0, members});
                     });
  }

  const Nib& nib_;
  const std::size_t tin_;
  BatchedOperations batches_;
};

/// Changes values of records that hold one for each TiN.
class IpRecords {
 public:
  IpRecords(const Nib& nib, std::size_t tin, NibTable table) : block_(block(table, tin)) {
    records_ = *nib.read(block_);
  }
  Bytes& of(std::uint32_t number) {
    changed_[number] = true;
    return records_.at(ip_of(number));
  }
  void add_to(std::vector<NibWrite>& writes) {
    for (const auto& [number, is_changed] : changed_)
      writes.push_back({block_, ip_of(number), records_.at(ip_of(number))});
  }

 private:
  BlockId block_;
  Records records_;
  std::map<std::uint32_t, bool> changed_;
};

}  // namespace

BatchedOperations tin_difference(const Nib& nib, std::size_t tin) {
  return Difference(nib, tin).all();
}

void record_operations(const Nib& nib, std::size_t tin, const std::vector<TinOperation>& operations,
                       std::vector<NibWrite>& writes) {
  IpRecords members(nib, tin, NibTable::kInstalledIpGroups);
  IpRecords flows(nib, tin, NibTable::kInstalledIpFlows);
  const auto setup = nib.read(block(NibTable::kSetup, tin));
  const auto put = [&](NibTable table, std::uint32_t number, std::optional<Bytes> value) {
    writes.push_back({block(table, tin), number, std::move(value)});
  };
  for (const TinOperation& done : operations) {
    const std::uint32_t number = done.number;
    switch (done.kind) {
      case Kind::kSetup:
        put(NibTable::kInstalledSetup, number,
            setup->count(number) != 0 ? std::optional(bytes32(done.value)) : std::nullopt);
        break;
      case Kind::kAddGroup:
        put(NibTable::kInstalledGroups, number, done.group);
        break;
      case Kind::kSetFlow:
        put(NibTable::kInstalledFlows, number, bytes16(done.value));
        break;
      case Kind::kRemoveFlow:
        put(NibTable::kInstalledFlows, number, std::nullopt);
        break;
      case Kind::kRemoveGroup:
        put(NibTable::kInstalledGroups, number, std::nullopt);
        break;
      case Kind::kSetMember:
      case Kind::kRemoveMember:
        write16(members.of(number), 2 * ip_tin(number),
                done.kind == Kind::kSetMember ? done.value : kNoMember);
        break;
      case Kind::kSetIpFlow:
      case Kind::kRemoveIpFlow:
        flows.of(number)[ip_tin(number)] = done.kind == Kind::kSetIpFlow ? 1 : 0;
        break;
      case Kind::kSetExternalGroup:
        put(NibTable::kInstalledExternalGroups, number, done.group);
        break;
      case Kind::kSetExternalFlow:
        put(NibTable::kInstalledExternalFlows, number, done.group);
        break;
      case Kind::kRemoveExternalFlow:
        put(NibTable::kInstalledExternalFlows, number, std::nullopt);
        break;
      case Kind::kRemoveExternalGroup:
        put(NibTable::kInstalledExternalGroups, number, std::nullopt);
    }
  }
  members.add_to(writes);
  flows.add_to(writes);
}

}  // namespace tinsim::control
