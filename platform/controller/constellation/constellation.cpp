// SPDX-License-Identifier: Apache-2.0
// The instances of a Clique's controller around their NIB.
#include "platform/controller/constellation/constellation.h"

#include <algorithm>

namespace tinsim::control {
namespace {

void add(const RoutingCounts& counts, RoutingCounts& to) {
  to.plans += counts.plans;
  to.proofs += counts.proofs;
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
    : plan_(plan), transport_(transport), settings_(settings) {
  start_nib();
  start_front_end();
  start_flows();
  start_routing();
}

void Constellation::start_nib() {
  nib_ = std::make_unique<Nib>(settings_.open_blocks);
  std::vector<NibWrite> writes;
  for (std::size_t tin = 0; tin < plan_.tins(); ++tin) writes.push_back(tin_write(tin, kTinUp));
  nib_->commit(writes);
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

void Constellation::step(std::uint64_t now_us) {
  front_end_->poll(now_us);
  flows_->step();
  routing_->step(now_us);
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

void Constellation::drain(std::size_t tin, bool is_drained) {
  nib_->commit({drain_write(tin, is_drained)});
}

ConstellationCounts Constellation::counts() const {
  ConstellationCounts counts = ended_;
  add(routing_->counts(), counts.routing);
  add(flows_->counts(), counts.flows);
  add(front_end_->counts(), counts.requests);
  return counts;
}

}  // namespace tinsim::control
