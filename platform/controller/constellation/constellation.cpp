// SPDX-License-Identifier: Apache-2.0
// The instances of a Clique's controller around their NIB.
#include "platform/controller/constellation/constellation.h"

#include <algorithm>

namespace tinsim::control {
namespace {

void add(const RoutingCounts& counts, RoutingCounts& to) {
  to.plans += counts.plans;
  to.proofs += counts.proofs;
  to.left_out = counts.left_out;
}
void add(const FlowManagerCounts& counts, FlowManagerCounts& to) {
  to.operations += counts.operations;
  to.read_backs += counts.read_backs;
  to.differing += counts.differing;
  to.most_operations = std::max(to.most_operations, counts.most_operations);
}
void add(const FrontEndCounts& counts, FrontEndCounts& to) {
  to.writes += counts.writes;
  to.reads += counts.reads;
  to.registers_written += counts.registers_written;
  to.registers_read += counts.registers_read;
  to.sessions += counts.sessions;
  to.lost += counts.lost;
}

}  // namespace

Constellation::Constellation(const CliquePlan& plan, RegisterTransport& transport,
                             const ConstellationSettings& settings)
    : plan_(plan), transport_(transport), settings_(settings), is_present_(plan.tins(), true) {
  for (const unsigned pod : settings.absent_pods)
    for (const std::size_t tin : pod_tins(plan, pod)) is_present_[tin] = false;
  start_nib();
  external_ = std::make_unique<IbrShards>(plan, *nib_, settings.ibr_shards);
  start_front_end();
  start_flows();
  start_routing();
}

void Constellation::start_nib() {
  nib_ = std::make_unique<Nib>(settings_.open_blocks);
  std::vector<NibWrite> writes;
  for (std::size_t tin = 0; tin < plan_.tins(); ++tin)
    writes.push_back(tin_write(tin, is_present_[tin] ? kTinUp : 0));
  for (const auto& [tin, unit] : drained_) writes.push_back(drain_write(tin, unit));
  nib_->commit(writes);
  if (external_ != nullptr) external_->attach(*nib_);
}
void Constellation::start_front_end() {
  front_end_ = std::make_unique<FrontEnd>(plan_, *nib_, transport_, settings_.limits);
}
void Constellation::start_flows() {
  flows_ = std::make_unique<FlowManager>(plan_, *nib_, *front_end_);
}
void Constellation::start_routing() {
  routing_ = std::make_unique<RoutingEngine>(plan_, *nib_, settings_.plan_interval_us);
}

void Constellation::step(std::uint64_t now_us, bool may_plan) {
  front_end_->poll(now_us);
  flows_->step();
  if (may_plan) routing_->step(now_us);
}

/// Instances that hold a reference to another end before it.
void Constellation::restart(Instance instance) {
  ++ended_.restarts;
  const bool all = instance == Instance::kNib;
  if (all || instance == Instance::kRoutingEngine) {
    add(routing_->counts(), ended_.routing);
    routing_.reset();
  }
  if (all || instance == Instance::kFlowManager) {
    add(flows_->counts(), ended_.flows);
    flows_.reset();
  }
  if (all || instance == Instance::kFrontEnd) {
    add(front_end_->counts(), ended_.requests);
    if (flows_ != nullptr) flows_->detach();
    front_end_.reset();
  }
  if (all) start_nib();
  if (front_end_ == nullptr) {
    start_front_end();
    if (flows_ != nullptr) flows_->attach(*front_end_);
  }
  if (flows_ == nullptr) start_flows();
  if (routing_ == nullptr) start_routing();
}

void Constellation::report_links(std::size_t tin, std::uint64_t up) {
  nib_->commit({{block(NibTable::kLinks, tin), 0, bytes64(up)}});
}

void Constellation::report_tin(std::size_t tin, bool is_up) {
  const bool was_up = (tin_flags(*nib_, tin) & kTinUp) != 0;
  if (is_up != was_up) nib_->commit({tin_write(tin, is_up ? kTinUp : 0)});
}

void Constellation::report_neighbour(std::size_t tin, unsigned port, const CableEnd& end) {
  nib_->commit({cable_end_write(tin, port, end)});
}

void Constellation::drain(const std::vector<std::size_t>& tins) {
  if (tins.empty()) return;
  const auto unit = static_cast<std::uint16_t>(*std::min_element(tins.begin(), tins.end()));
  std::vector<NibWrite> writes;
  for (const std::size_t tin : tins) {
    drained_[tin] = unit;
    writes.push_back(drain_write(tin, unit));
  }
  nib_->commit(writes);
}

void Constellation::undrain(const std::vector<std::size_t>& tins) {
  std::vector<NibWrite> writes;
  for (const std::size_t tin : tins) {
    drained_.erase(tin);
    writes.push_back(drain_write(tin, kNotDrained));
  }
  nib_->commit(writes);
}

void Constellation::populate(unsigned pod) {
  for (const std::size_t tin : pod_tins(plan_, pod)) {
    is_present_[tin] = true;
    report_tin(tin, true);
  }
}

ConstellationCounts Constellation::counts() const {
  ConstellationCounts counts = ended_;
  add(routing_->counts(), counts.routing);
  add(flows_->counts(), counts.flows);
  add(front_end_->counts(), counts.requests);
  return counts;
}

}  // namespace tinsim::control
