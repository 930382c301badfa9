// SPDX-License-Identifier: Apache-2.0
// Flow Manager.
#include "platform/controller/fm/flow_manager.h"

#include <algorithm>

namespace tinsim::control {
namespace {

const BlockId kFlightBlock{NibTable::kFlights, kAllTins};

constexpr unsigned kNoBatch = kRemovalBatch + 1;

}  // namespace

FlowManager::FlowManager(const CliquePlan& plan, Nib& nib, FrontEnd& front_end)
    : plan_(plan),
      nib_(nib),
      front_end_(&front_end),
      changes_(nib, {NibTable::kTins}),
      tins_(plan.tins()) {
  front_end.set_client(this);
  const auto flights = nib_.read(kFlightBlock);
  for (const auto& flight : *flights) set_unknown(flight.first);
  take_flags();
}

void FlowManager::detach() {
  if (front_end_ != nullptr) front_end_->set_client(nullptr);
  front_end_ = nullptr;
}

void FlowManager::attach(FrontEnd& front_end) {
  front_end_ = &front_end;
  front_end.set_client(this);
  for (std::size_t tin = 0; tin < tins_.size(); ++tin) {
    if (tins_[tin].work == Work::kWriting) set_unknown(tin);
    tins_[tin].work = Work::kNone;
  }
}

/// The registers of a TiN may differ from the tables `kInstalled…`.
void FlowManager::set_unknown(std::size_t tin) {
  nib_.commit({tin_write(tin, tin_flags(nib_, tin) & ~kTinKnown),
               {kFlightBlock, static_cast<std::uint32_t>(tin), std::nullopt}});
  tins_[tin].work = Work::kNone;
  tins_[tin].sent.clear();
  loaded_ = 0;
}

void FlowManager::take_flags() {
  for (const BlockId& changed : changes_.take()) {
    if (changed.tin >= tins_.size()) continue;
    Tin& tin = tins_[changed.tin];
    const bool was_up = (tin.flags & kTinUp) != 0;
    tin.flags = tin_flags(nib_, changed.tin);
    if (was_up && (tin.flags & kTinUp) == 0) power_lost(changed.tin);
  }
}

void FlowManager::power_lost(std::size_t tin) {
  front_end_->abandon(tin);
  tins_[tin].waiting.clear();
}

/// No TiN has a request, and the registers of all are known.
bool FlowManager::is_quiet() const {
  for (std::size_t tin = 0; tin < tins_.size(); ++tin) {
    if ((tins_[tin].flags & kTinUp) == 0) continue;
    if (!is_ready(tin) || (tins_[tin].flags & kTinKnown) == 0) return false;
  }
  return true;
}

void FlowManager::step() {
  take_flags();
  for (std::size_t tin = 0; tin < tins_.size(); ++tin) {
    if (tins_[tin].flags != kTinUp || !is_ready(tin)) continue;
    tins_[tin].work = Work::kReading;
    ++counts_.read_backs;
    front_end_->read_back(tin);
  }
  const std::uint64_t plan = control_record(nib_, kPlan), hold = control_record(nib_, kHold);
  if (hold != plan) {
    if (control_record(nib_, kHeld) != hold && is_quiet())
      nib_.commit({control_write(kHeld, hold)});
    return;
  }
  const bool is_planned =
      control_record(nib_, kReadBacks) == control_record(nib_, kPlannedReadBacks);
  if (plan == 0 || !is_planned) return;
  if (loaded_ != plan) {
    if (!is_quiet()) return;
    load();
    loaded_ = plan;
  }
  send_batch();
}

void FlowManager::load() {
  std::uint64_t operations = 0;
  for (std::size_t tin = 0; tin < tins_.size(); ++tin) {
    tins_[tin].waiting.clear();
    if ((tins_[tin].flags & kTinUp) == 0) continue;
    tins_[tin].waiting = tin_difference(nib_, tin);
    for (const auto& batch : tins_[tin].waiting) operations += batch.second.size();
  }
  counts_.most_operations = std::max(counts_.most_operations, operations);
}

void FlowManager::send_batch() {
  unsigned batch = kNoBatch;
  for (const Tin& tin : tins_)
    if (!tin.waiting.empty()) batch = std::min<unsigned>(batch, tin.waiting.begin()->first);
  for (std::size_t tin = 0; tin < tins_.size(); ++tin) {
    const auto& waiting = tins_[tin].waiting;
    if (!waiting.empty() && waiting.begin()->first == batch && is_ready(tin)) send(tin);
  }
}

/// Recorded before it is sent: a later instance then knows that the result is missing.
void FlowManager::send(std::size_t number) {
  Tin& tin = tins_[number];
  nib_.commit({{kFlightBlock, static_cast<std::uint32_t>(number), Bytes{1}}});
  const auto& operations = tin.waiting.begin()->second;
  const std::size_t taken = front_end_->write(number, operations);
  tin.work = Work::kWriting;
  tin.sent.assign(operations.begin(), operations.begin() + static_cast<std::ptrdiff_t>(taken));
}

void FlowManager::written(std::size_t number, bool is_known) {
  Tin& tin = tins_[number];
  if (tin.work != Work::kWriting) return;  // sent by the instance before, which did not record it
  if (!is_known) return set_unknown(number);
  std::vector<NibWrite> writes;
  record_operations(nib_, number, tin.sent, writes);
  writes.push_back({kFlightBlock, static_cast<std::uint32_t>(number), std::nullopt});
  nib_.commit(writes);
  counts_.operations += tin.sent.size();
  const auto batch = tin.waiting.begin();
  if (batch != tin.waiting.end()) {
    auto& operations = batch->second;
    operations.erase(operations.begin(),
                     operations.begin() + static_cast<std::ptrdiff_t>(tin.sent.size()));
    if (operations.empty()) tin.waiting.erase(batch);
  }
  tin.sent.clear();
  tin.work = Work::kNone;
}

void FlowManager::read(std::size_t number, const ReadRegisters* registers) {
  Tin& tin = tins_[number];
  if (tin.work != Work::kReading) return;
  tin.work = Work::kNone;
  if (registers == nullptr) return;
  GroupNumbers numbers(nib_, number);
  const InstalledState state = installed_state(plan_, number, *registers, numbers);
  std::vector<NibWrite> writes;
  const auto replace = [&](NibTable table, const Records& records) {
    replace_block(nib_, block(table, number), records, writes);
  };
  replace(NibTable::kInstalledSetup, state.setup);
  replace(NibTable::kInstalledGroups, state.groups);
  replace(NibTable::kInstalledFlows, state.flows);
  replace(NibTable::kInstalledIpGroups, state.ip_groups);
  replace(NibTable::kInstalledIpFlows, state.ip_flows);
  replace(NibTable::kInstalledExternalGroups, state.external_groups);
  replace(NibTable::kInstalledExternalFlows, state.external_flows);
  if (!writes.empty()) {
    ++counts_.differing;
    writes.push_back(control_write(kReadBacks, control_record(nib_, kReadBacks) + 1));
  }
  writes.push_back({block(NibTable::kLinks, number), 0, bytes64(state.links_up)});
  writes.push_back(tin_write(number, tin_flags(nib_, number) | kTinKnown));
  nib_.commit(writes);
  loaded_ = 0;
}

void FlowManager::disconnected(std::size_t tin) {
  if ((tins_[tin].flags & kTinUp) != 0) set_unknown(tin);
}

bool FlowManager::is_settled() const {
  const std::uint64_t plan = control_record(nib_, kPlan);
  const bool is_planned =
      control_record(nib_, kReadBacks) == control_record(nib_, kPlannedReadBacks);
  if (plan == 0 || loaded_ != plan || control_record(nib_, kHold) != plan || !is_planned)
    return false;
  return is_quiet() && std::all_of(tins_.begin(), tins_.end(),
                                   [](const Tin& tin) { return tin.waiting.empty(); });
}

}  // namespace tinsim::control
