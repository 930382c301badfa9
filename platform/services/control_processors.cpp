// SPDX-License-Identifier: Apache-2.0
// The control processors of a network: how they are made, advanced and counted.
#include "platform/services/control_processors.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/errors.h"
#include "firmware_stub/firmware_image.h"
#include "platform/config/chip_impl.h"
#include "platform/config/ip_port.h"
#include "platform/config/located.h"
#include "platform/services/cell_tracing.h"
#include "platform/services/chip_endpoints.h"
#include "platform/services/chip_terminal_side.h"
#include "platform/services/decision_choice.h"
#include "platform/services/ip_network.h"
#include "platform/services/rma_network.h"
#include "platform/services/time_sync_network.h"
#include "platform/statistics/result.h"
#include "platform/statistics/section_of.h"
#include "tlm/gnet/cycles.h"
#include "tlm/gnet/gnet_address.h"
#include "tlm/tin/tin.h"

namespace tinsim {

Endpoints::Due ChipControl::inject(Cycle now, Mailbox& /*mailbox*/) {
  for (; next_ <= now; next_ += exchange_) advance(next_);
  return {next_, 0, 0};
}

Endpoints::Due ChipControl::credit(unsigned port, Credit /*credit*/, Cycle due) {
  throw InvariantError(
      fmt::format("port {} cycle {}: credit for a control processor, which is at "
                  "no port",
                  port, due));
}

Cycle ChipControl::deliver(unsigned port, const Cell& /*cell*/, Cycle at) {
  throw InvariantError(
      fmt::format("port {} cycle {}: a cell for a control processor, which is at "
                  "no port",
                  port, at));
}

void ChipControl::advance(Cycle now) {
  registers_.exchange(now);
  const auto words = mos_ != nullptr ? mos_->exchange(now) : std::vector<EcpMos::Arrival>();
  auto word = words.begin();
  const auto receive_words = [&](Cycle until) {
    for (; word != words.end() && word->due <= until; ++word) {
      ecp_.advance(clock_.ecp_cycle(word->due));
      ecp_.receive(word->port, word->word);
    }
  };
  if (port_ != nullptr) {
    port_->exchange(now, [&](Cycle at, EcpFrame frame) {
      receive_words(at);
      ecp_.advance(clock_.ecp_cycle(at));
      ecp_.receive(std::move(frame));
    });
  }
  receive_words(now);
  ecp_.advance(clock_.ecp_cycle(now));
  if (registers_.take_written()) endpoints_.recheck();  // an engine may have more to do earlier
}

namespace {

std::shared_ptr<const EcpImage> image_of(const PlatformConfig& config) {
  if (config.ecp.image.empty()) {
    return std::make_shared<const EcpImage>(
        std::vector<uint8_t>(tin_firmware_image, tin_firmware_image + tin_firmware_image_bytes));
  }
  return read_named(config, "ecp.image", [&] { return read_ecp_image(config.ecp.image); });
}

/// The chip's Ethernet MAC has a cable.
bool has_ethernet(const EcpConfig& ecp, std::size_t chip) {
  const auto& chips = ecp.ethernet_chips;
  return chips.empty() || std::find(chips.begin(), chips.end(), chip) != chips.end();
}

}  // namespace

std::unique_ptr<Service> ControlProcessors::make(const ServiceContext& context) {
  if (!context.config.ecp.enabled) return nullptr;
  return std::make_unique<ControlProcessors>(context);
}

ControlProcessors::ControlProcessors(const ServiceContext& context)
    : config_(context.config),
      topology_(context.topology),
      services_(context.services),
      mos_ports_(context.mos),
      clock_{config_.tin.core_mhz, config_.ecp.mhz},
      exchange_(std::max<Cycle>(64, cycles_of_us(config_.ecp.exchange_us, config_.tin.core_mhz))),
      image_(image_of(config_)),
      ports_(topology_.chips.size()),
      mos_(topology_.chips.size()),
      buses_(topology_.chips.size()),
      blocks_(topology_.chips.size()),
      chips_(topology_.chips.size()) {
  if (config_.link.credits == CreditReturn::sets)
    mos_ports_.open(config_, topology_, context.is_own, MosParams{});
}

ChipParts ControlProcessors::parts_of(const ChipSite& site) const {
  ChipParts parts;
  if (auto* const ip = services_.find<IpNetwork>(); ip != nullptr && ip->has(site.chip))
    parts.ip = &ip->engine(site.chip);
  if (auto* const rma = services_.find<RmaNetwork>(); rma != nullptr && rma->has(site.chip))
    parts.rma = &rma->engine(site.chip);
  if (auto* const clocks = services_.find<TimeSyncNetwork>())
    parts.clock = &clocks->unit(site.chip);
  if (auto* const tracing = services_.find<CellTracing>())
    parts.tracer = tracing->tracer(site.chip);
  return parts;
}

void ControlProcessors::build(const ChipSite& site) {
  const ChipParts parts = parts_of(site);
  const bool has_port = parts.ip != nullptr;
  buses_[site.chip] = std::make_unique<RegisterBus>(site.tin.cell_switch(), parts);
  attach_block(site.chip);
  if (parts.clock != nullptr)
    site.tin.access_set_unit_every(exchange_, RegisterSpace::kEffectCycles);
  chips_[site.chip] =
      std::make_unique<ChipControl>(image_, params_of(site.chip, has_port), clock_, exchange_,
                                    registers(site.chip), site.endpoints);
  if (mos_ports_.is_open()) {
    mos_[site.chip] =
        std::make_unique<EcpMos>(mos_ports_, site.chip, config_.ecp.mos_loss, config_.run.seed);
    chips_[site.chip]->connect(*mos_[site.chip]);
  }
  if (has_port) {
    ports_[site.chip] =
        std::make_unique<CpuPort>(cpu_port_plan(config_, topology_, site.chip), clock_, exchange_);
    parts.ip->attach(kCpuPort, *ports_[site.chip]);
    chips_[site.chip]->connect(*ports_[site.chip]);
  }
  site.endpoints.add(*chips_[site.chip], 0);
}

void ControlProcessors::attach_block(std::size_t chip) {
  const std::optional<BlockImpl> impl = blocks_of(config_, chip).register_file;
  if (!any_chosen(impl)) return;
  blocks_[chip] =
      std::make_unique<RegisterBlock>(decision_choice<RegisterFile>(impl), chip_name(chip));
  registers(chip).decide_by(*blocks_[chip]);
}

std::string ControlProcessors::chip_name(std::size_t chip) const {
  return fmt::format("pod {} tin {}", topology_.chips[chip].pod, topology_.chips[chip].tin);
}

EcpParams ControlProcessors::params_of(std::size_t chip, bool has_port) const {
  const ChipInfo& info = topology_.chips[chip];
  EcpParams params;
  params.identity.chip_number = static_cast<uint32_t>(chip);
  params.identity.chip_address = gnet_address(info.pod, info.tin, 0);
  params.identity.mac = mac_of({static_cast<uint8_t>(info.pod), static_cast<uint8_t>(info.tin),
                                static_cast<uint8_t>(kCpuPort)});
  params.identity.mhz = config_.ecp.mhz;
  params.identity.mos_ports = first_terminal(info);  // links have the first ports
  if (has_port) params.identity.features |= ECP_SYSCTL_FEATURE_PACKETS;
  if (has_port && has_ethernet(config_.ecp, chip))
    params.identity.features |= ECP_SYSCTL_FEATURE_MAC;
  params.identity.icmp_per_s = config_.ecp.icmp_errors_per_s;
  params.identity.icmp_burst = config_.ecp.icmp_error_burst;
  params.identity.seed = config_.run.seed;
  params.timing.cycles_per_instruction = config_.ecp.cycles_per_instruction;
  params.timing.exception_cycles = config_.ecp.exception_cycles;
  params.register_cycles = config_.ecp.register_cycles;
  return params;
}

EcpResult ControlProcessors::result() const {
  EcpResult result;
  for (std::size_t chip = 0; chip < chips_.size(); ++chip) {
    if (!has(chip)) continue;
    const ControlProcessor& ecp = chips_[chip]->processor();
    EcpResult of_chip = ecp_result_of(ecp);
    if (ports_[chip] != nullptr) of_chip.frames_lost += ports_[chip]->without_octets();
    if (mos_[chip] != nullptr) of_chip.mos_dropped = mos_[chip]->dropped();
    merge_fields(result, of_chip);
  }
  return result;
}

void ControlProcessors::declare_sections(ResultSections& sections) { sections.add<EcpResult>(); }

void ControlProcessors::collect(const RunFacts& /*facts*/, RunResult& result) const {
  result.sections.get<EcpResult>() = this->result();
  mos_ports_.add_notes(result.notes);
  for (std::size_t chip = 0; chip < blocks_.size(); ++chip)
    if (blocks_[chip] != nullptr) result.notes.push_back(blocks_[chip]->note(chip_name(chip)));
}

}  // namespace tinsim
