// SPDX-License-Identifier: Apache-2.0
// 1RMA in a network: parameters from the configuration, engines, and their PCIe interfaces.
#include "platform/services/rma_network.h"

#include <optional>

#include "base/masks.h"
#include "platform/config/chip_endpoint_ranges.h"
#include "platform/config/chip_impl.h"
#include "platform/services/chip_endpoints.h"
#include "platform/services/chip_terminal_side.h"
#include "platform/services/decision_choice.h"
#include "platform/services/delivery_logs.h"
#include "platform/services/remote_chips.h"

namespace tinsim {
namespace {

static_assert(kFirstRmaEndpoint == kRmaFirstEndpoint && kRmaEndpoints == kRmaPorts);

/// Those of `tin.blocks`; nothing for a chip without them.
std::optional<RmaBlocks::Set> attached_blocks(const PlatformConfig& config, std::size_t chip) {
  const BlockChoices of = blocks_of(config, chip);
  if (!are_of_rma(of)) return std::nullopt;
  using Types = RmaBlockTypes;
  RmaBlocks::Set set;
  set.slots = decision_choice<Types::Slots>(of.command_slots);
  set.regions = decision_choice<Types::Regions>(of.region_table);
  set.windows = decision_choice<Types::Window>(of.solicitation);
  set.codec = decision_choice<RequestCodec>(of.request_codec);
  set.segmenter = decision_choice<Types::Segmenter>(of.response_segmenter);
  set.wheel = decision_choice<Types::Wheel>(of.timeout_wheel);
  return set;
}

}  // namespace

RmaParams rma_params(const PlatformConfig& config, const Topology& topology, std::size_t chip,
                     uint8_t initial_hop) {
  RmaParams params(config.rma, config.tin.core_mhz);
  static_cast<TerminalSide&>(params) = terminal_side(config, topology, chip, initial_hop);
  for (const HostInfo& host : topology.hosts) {
    const ChipInfo& of = topology.chips[host.chip];
    const std::size_t number = gnet_address(of.pod, of.tin, 0) >> 6;
    if (number >= params.chips.size()) params.chips.resize(number + 1);
    params.chips[number] = true;
  }
  return params;
}

std::unique_ptr<Service> RmaNetwork::make(const ServiceContext& context) {
  if (!context.config.rma.enabled) return nullptr;
  return std::make_unique<RmaNetwork>(context.config, context.topology, context.initial_hop);
}

RmaNetwork::RmaNetwork(const PlatformConfig& config, const Topology& topology, uint8_t initial_hop)
    : config_(config),
      topology_(topology),
      initial_hop_(initial_hop),
      hosts_(host_map(config.topology)),
      chips_(topology.chips.size()) {}

void RmaNetwork::build(const ChipSite& site) {
  if (hosts_.hosts_of(site.chip) == 0) return;
  RmaEngine& engine = add_engine(site.chip, site.logs.of_engines(topology_.chips[site.chip].pod));
  site.endpoints.add(engine, ports(site.chip));
}

/// The engine and its hosts; its cells are counted in `log`.
RmaEngine& RmaNetwork::add_engine(std::size_t chip, DeliveryLog& log) {
  chips_[chip] = std::make_unique<ChipSide>();
  ChipSide& side = *chips_[chip];
  side.log = std::make_unique<IpCellLog>(log);
  RmaParams params = rma_params(config_, topology_, chip, initial_hop_);
  params.memory = memory_.resource();
  side.engine = std::allocate_shared<RmaEngine>(
      std::pmr::polymorphic_allocator<RmaEngine>(memory_.resource()), params, mail_, *side.log);
  if (const auto set = attached_blocks(config_, chip)) {
    side.blocks = std::make_unique<RmaBlocks>(side.engine->params(), *set);
    side.engine->decide_by(side.blocks.get());
  }
  const bool carried = config_.rma.payload == Payload::carried;
  for (unsigned host = 0; host < hosts_.hosts_of(chip); ++host) {
    side.hosts.emplace_back(config_, static_cast<unsigned>(chip), host, carried,
                            memory_.resource());
    PcieLink& link = *side.hosts.back().link;
    link.attach(static_cast<MmioTarget&>(*side.engine));
    side.engine->attach(host, link);
  }
  return *side.engine;
}

void RmaNetwork::join(RemoteChips& remote) {
  remote.for_each([this](std::size_t chip, unsigned rank) {
    if (hosts_.hosts_of(chip) == 0) return;
    const ChipInfo& info = topology_.chips[chip];
    mail_.add_remote(gnet_address(info.pod, info.tin, 0), rank);
  });
  window_mail_ = std::make_unique<MessageMail>(mail_);
  remote.send_with(*window_mail_);
}

void RmaNetwork::apply_deferred_updates(Cycle cycle) {
  for (const auto& chip : chips_)
    if (chip != nullptr && cycle > 0) chip->engine->process_until(cycle - 1);
}

void RmaNetwork::run_ahead(Cycle last) {
  for (const auto& chip : chips_)
    if (chip != nullptr) chip->engine->run_ahead(last);
}

void RmaNetwork::clear_counters(Cycle /*now*/) {
  for (std::size_t chip = 0; chip < chips_.size(); ++chip) {
    if (chips_[chip] == nullptr) continue;
    chips_[chip]->engine->clear_op_counters();
    for (HostPcie& host : chips_[chip]->hosts) host.before = host.count();
  }
}

uint64_t RmaNetwork::cells_injected() const {
  uint64_t cells = 0;
  for (const auto& chip : chips_)
    if (chip != nullptr) cells += chip->engine->counters().cells_sent;
  return cells;
}

std::optional<unsigned> RmaNetwork::source_credit(std::size_t chip, unsigned port,
                                                  unsigned vc) const {
  if (!has(chip) || !(ports(chip) >> port & 1)) return std::nullopt;
  return engine(chip).source_credit(port, vc);
}

uint64_t RmaNetwork::ports(std::size_t chip) const {
  return (bit(kRmaPorts) - 1) << (first_terminal(topology_.chips[chip]) + kRmaFirstEndpoint);
}

}  // namespace tinsim
