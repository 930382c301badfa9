// SPDX-License-Identifier: Apache-2.0
// Records of the NIB's tables.
#include "platform/controller/clique/nib_tables.h"

#include <algorithm>

namespace tinsim::control {

std::uint64_t control_record(const Nib& nib, ControlRecord record) {
  const auto value = nib.find({NibTable::kControl, kAllTins}, record);
  return value ? read64(*value, 0) : 0;
}

NibWrite control_write(ControlRecord record, std::uint64_t value) {
  return {{NibTable::kControl, kAllTins}, record, bytes64(value)};
}

std::uint8_t tin_flags(const Nib& nib, std::size_t tin) {
  const auto value = nib.find(block(NibTable::kTins, tin), 0);
  return value ? value->at(0) : std::uint8_t{0};
}

NibWrite tin_write(std::size_t tin, unsigned flags) {
  return {block(NibTable::kTins, tin), 0, Bytes{static_cast<std::uint8_t>(flags)}};
}

bool is_drained(const Nib& nib, std::size_t tin) {
  const auto value = nib.find(block(NibTable::kTins, tin), 1);
  return value && value->at(0) != 0;
}

NibWrite drain_write(std::size_t tin, bool is_drained) {
  return {block(NibTable::kTins, tin), 1, Bytes{static_cast<std::uint8_t>(is_drained)}};
}

std::optional<std::uint64_t> reported_links(const Nib& nib, std::size_t tin) {
  const auto value = nib.find(block(NibTable::kLinks, tin), 0);
  return value ? std::optional(read64(*value, 0)) : std::nullopt;
}

std::uint64_t planned_links(const Nib& nib, std::size_t tin) {
  const auto value = nib.find(block(NibTable::kViews, tin), 0);
  return value ? read64(*value, 0) : 0;
}

std::uint16_t drained_unit(const Nib& nib, std::size_t tin) {
  const auto value = nib.find(block(NibTable::kDrains, tin), 0);
  return value ? static_cast<std::uint16_t>(read16(*value, 0)) : kNotDrained;
}

std::map<unsigned, CableEnd> discovered_ends(const Nib& nib, std::size_t tin) {
  std::map<unsigned, CableEnd> ends;
  const auto records = nib.read(block(NibTable::kNeighbours, tin));
  for (const auto& [port, value] : *records)
    ends[port] = {static_cast<std::uint16_t>(read16(value, 0)), value.at(2)};
  return ends;
}

NibWrite cable_end_write(std::size_t tin, unsigned port, const CableEnd& end) {
  Bytes value = bytes16(end.tin);
  value.push_back(end.port);
  return {block(NibTable::kNeighbours, tin), port, value};
}

void replace_block(const Nib& nib, const BlockId& block, const Records& records,
                   std::vector<NibWrite>& writes) {
  const auto old = nib.read(block);
  for (const auto& [number, value] : *old)
    if (records.count(number) == 0) writes.push_back({block, number, std::nullopt});
  for (const auto& [number, value] : records) {
    const auto found = old->find(number);
    if (found == old->end() || found->second != value) writes.push_back({block, number, value});
  }
}

Bytes group_bytes(const PortClasses& ports, const RouteEntry& entry, bool has_detours) {
  Bytes bytes;
  for (const std::uint8_t port : entry.minimal) bytes.push_back(ports.output_of(port));
  if (!has_detours) return bytes;
  for (const std::uint8_t port : entry.detours) bytes.push_back(ports.output_of(port));
  return bytes;
}

GroupOutputs group_outputs(const Bytes& bytes) {
  GroupOutputs outputs;
  outputs.minimal.fill(kNoOutput);
  outputs.detours.fill(kNoOutput);
  std::copy_n(bytes.begin(), outputs.minimal.size(), outputs.minimal.begin());
  std::copy(bytes.begin() + kMinimalEntries, bytes.end(), outputs.detours.begin());
  return outputs;
}

GroupNumbers::GroupNumbers(const Nib& nib, std::size_t tin) {
  for (const NibTable table : {NibTable::kInstalledGroups, NibTable::kGroups}) {
    const auto groups = nib.read(block(table, tin));
    for (const auto& [number, group] : *groups) {
      numbers_.emplace(group, static_cast<std::uint16_t>(number));
      used_[static_cast<std::uint16_t>(number)] = true;
    }
  }
}

std::uint16_t GroupNumbers::of(const Bytes& group) {
  const auto found = numbers_.find(group);
  if (found != numbers_.end()) return found->second;
  std::uint16_t number = 0;
  for (const auto& used : used_) {
    if (used.first != number) break;
    ++number;
  }
  used_[number] = true;
  numbers_.emplace(group, number);
  return number;
}

}  // namespace tinsim::control
