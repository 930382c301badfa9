// SPDX-License-Identifier: Apache-2.0
// The IP path of a network: the engines of the chips.
#include <optional>

#include "base/masks.h"
#include "platform/config/chip_impl.h"
#include "platform/services/chip_endpoints.h"
#include "platform/services/chip_terminal_side.h"
#include "platform/services/decision_choice.h"
#include "platform/services/delivery_logs.h"
#include "platform/services/ip_network.h"
#include "platform/services/remote_chips.h"

namespace tinsim {

namespace {

/// The models of all blocks where `tin.impl` is a lockstep, else those of `tin.blocks`; nothing for
/// a chip without them.
std::optional<IpBlocks::Set> attached_blocks(const PlatformConfig& config, std::size_t chip) {
  if (!is_impl_chip(config, chip)) return std::nullopt;
  const SwitchImpl impl = config.tin.impl;
  if (impl == SwitchImpl::lockstep || impl == SwitchImpl::lockstep_pins)
    return IpBlocks::Set::models();
  const BlockChoices& of = config.tin.blocks;
  if (!are_of_ip(of)) return std::nullopt;
  using Types = IpBlockTypes;
  IpBlocks::Set set;
  set.lookup = decision_choice<Types::Lookup>(of.ip_lookup);
  set.ttl = decision_choice<TtlUpdate>(of.ttl_update);
  set.cellifier = decision_choice<Cellifier>(of.cellifier);
  set.ecn = decision_choice<EcnCtd>(of.ecn_ctd);
  set.cts = decision_choice<CtsScheduler>(of.cts_scheduler);
  set.buffer = decision_choice<Types::Buffer>(of.reassembly_buffer);
  set.order = decision_choice<Types::Order>(of.reorder_queue);
  return set;
}

}  // namespace

std::unique_ptr<Service> IpNetwork::make(const ServiceContext& context) {
  if (!context.config.ip.enabled) return nullptr;
  return std::make_unique<IpNetwork>(context.config, context.topology, context.initial_hop);
}

IpNetwork::IpNetwork(const PlatformConfig& config, const Topology& topology, uint8_t initial_hop)
    : config_(config),
      topology_(topology),
      hosts_(host_map(config.topology)),
      initial_hop_(initial_hop),
      routes_(make_routes(config, topology)),
      directory_(std::size_t{1} << 10),
      logs_(topology.chips.size()),
      engines_(topology.chips.size()),
      blocks_(topology.chips.size()) {}

void IpNetwork::build(const ChipSite& site) {
  if (hosts_.hosts_of(site.chip) == 0) return;
  IpEngine& engine = add_engine(site.chip, site.logs.of_engines(topology_.chips[site.chip].pod));
  site.endpoints.add(engine, ports(site.chip));
}

/// The cells of the engine are counted in `log`.
IpEngine& IpNetwork::add_engine(std::size_t chip, DeliveryLog& log) {
  logs_[chip] = std::allocate_shared<IpCellLog>(
      std::pmr::polymorphic_allocator<IpCellLog>(memory_.resource()), log);
  IpParams params = ip_params(config_, topology_, chip, initial_hop_);
  params.memory = memory_.resource();
  engines_[chip] =
      std::allocate_shared<IpEngine>(std::pmr::polymorphic_allocator<IpEngine>(memory_.resource()),
                                     params, routes_, directory_, classes_, *logs_[chip]);
  if (const auto set = attached_blocks(config_, chip)) {
    blocks_[chip] = std::make_unique<IpBlocks>(engines_[chip]->params(), routes_, *set);
    engines_[chip]->decide_by(blocks_[chip].get());
  }
  return *engines_[chip];
}

void IpNetwork::join(RemoteChips& remote) {
  remote.for_each([this](std::size_t chip, unsigned rank) {
    if (hosts_.hosts_of(chip) == 0) return;
    const ChipInfo& info = topology_.chips[chip];
    directory_.add_remote(gnet_address(info.pod, info.tin, 0), rank);
  });
  mail_ = std::make_unique<PacketMail>(directory_);
  remote.send_with(*mail_);
}

void IpNetwork::clear_counters(Cycle now) {
  for (const auto& engine : engines_) {
    if (engine != nullptr) engine->restart_stats(now);
  }
  classes_.clear();
}

void IpNetwork::run_ahead(Cycle last) {
  for (const auto& engine : engines_) {
    if (engine != nullptr) engine->run_ahead(last);
  }
}

uint64_t IpNetwork::cells_injected() const {
  uint64_t cells = 0;
  for (const auto& engine : engines_) {
    if (engine != nullptr) cells += engine->counters().cells_sent;
  }
  return cells;
}

std::optional<unsigned> IpNetwork::source_credit(std::size_t chip, unsigned port,
                                                 unsigned vc) const {
  if (!has(chip) || !(ports(chip) >> port & 1)) return std::nullopt;
  return engine(chip).source_credit(port, vc);
}

uint64_t IpNetwork::ports(std::size_t chip) const {
  unsigned count = 0;
  for (const EndpointGroup& group : ip_groups(config_.ip)) count += group.count;
  return (bit(count) - 1) << first_terminal(topology_.chips[chip]);
}

}  // namespace tinsim
