// SPDX-License-Identifier: Apache-2.0
// The links of a built network.
#include "platform/build/links.h"

#include <fmt/format.h>

#include "base/errors.h"
#include "platform/build/impl.h"
#include "platform/config/chip_impl.h"

namespace tinsim {

namespace {

WireDirectionParams wire_params(const LinkSpec& spec) {
  WireDirectionParams wire;
  wire.wire_cycles = spec.wire_cycles;
  wire.fec = spec.fec;
  wire.warm_start = spec.trained;
  wire.key = spec.noise_seed;
  wire.noise.bit_error_rate = spec.ber;
  wire.noise.burst_rate = spec.burst_rate;
  wire.noise.burst_bits = spec.burst_bits;
  for (const CycleInterval& dark : spec.dark) wire.noise.dark.push_back({dark.from, dark.to});
  for (const LinkSpec::Stuck& s : spec.stuck) wire.noise.stuck.push_back({s.from, s.to, s.value});
  return wire;
}

LostCells lost_cells(const LinkCounters& from) {
  LostCells lost;
  unsigned cause = 0;  // the fields stand in the order of LossCause
  LostCells::walk(lost, [&](const char*, uint64_t& cells) {
    if (cause < from.cells_lost.size()) cells = from.cells_lost[cause++];
  });
  return lost;
}

/// The sets of a chip's own unit travel as its cells do.
void join_sets(const Tin& tin, unsigned port, const PortWire& wire, OrderedSetUnit* peer) {
  if (tin.set_unit() == nullptr) return;
  SetWire sets;
  if (wire.inbox == nullptr) sets.peer = peer;
  sets.inbox = wire.inbox;
  sets.peer_chip = wire.peer_chip;
  sets.peer_port = static_cast<uint8_t>(wire.peer_port);
  sets.link_cycles = wire.link_cycles;
  tin.set_unit()->join(port, sets);
}

}  // namespace

Links::Links(const PlatformConfig& config, const Topology& topology)
    : topology_(topology),
      plan_(config, topology),
      drivers_(topology.chips.size() * topology.port_stride()) {
  if (is_tin_switch(config)) {
    for (std::size_t chip = 0; chip < topology.chips.size(); ++chip)
      reads_line_.push_back(on_pins(config, chip));
  }
  if (!config.tin.blocks.any()) return;
  for (std::size_t chip = 0; chip < topology.chips.size(); ++chip)
    blocks_.push_back(blocks_of(config, chip));
}

void Links::join(const std::vector<std::unique_ptr<Tin>>& tins, const std::vector<Inbox*>& inboxes,
                 const std::vector<bool>& on_pins, ChipDirectory& directory) {
  for (std::size_t chip = 0; chip < tins.size(); ++chip) {
    if (tins[chip] == nullptr) continue;
    SwitchEngine& engine = tins[chip]->cell_switch();
    const auto& ports = topology_.chips[chip].ports;
    for (unsigned port = 0; port < ports.size(); ++port) {
      const PortInfo& info = ports[port];
      if (!is_link(info)) continue;
      const LinkSpec spec = plan_.spec(static_cast<unsigned>(chip), port);
      const unsigned far_pod = topology_.chips[info.peer_chip].pod;
      PortWire wire;
      if (far_pod == topology_.chips[chip].pod) {
        wire.peer = &tins[info.peer_chip]->cell_switch().mailbox();
      } else {
        wire.inbox = inboxes[far_pod];
        wire.peer_chip = info.peer_chip;
      }
      wire.link_cycles = spec.latency;
      wire.full_rate = spec.full_rate;
      wire.peer_port = info.peer_port;
      wire.ordered_sets = plan_.ordered_sets();
      wire.refresh_phase = static_cast<uint16_t>(spec.refresh_phase);
      engine.join(port, wire);
      join_sets(*tins[chip], port, wire, directory.set_units[info.peer_chip]);
      if (!spec.wire && spec.measure == 0 && !on_pins[chip]) continue;
      auto& driver = drivers_[place(chip, port)];
      driver = std::make_unique<LinkDriver>(driver_params(spec, chip, port, engine.params(), wire));
      engine.join_driver(port, *driver);
      directory.drivers[chip * kMaxPorts + port] = driver.get();
    }
    OrderedSetUnit* const unit = tins[chip]->set_unit();
    if (unit != nullptr) engine.attach_sets(*unit);
  }
  for (std::size_t chip = 0; chip < tins.size(); ++chip) {
    const auto& ports = topology_.chips[chip].ports;
    for (unsigned port = 0; port < ports.size(); ++port) {
      auto& driver = drivers_[place(chip, port)];
      if (driver == nullptr) continue;
      const bool is_wire = driver->wire() != nullptr;
      if (!is_wire && !plan_.measures()) continue;
      if (is_wire) wires_.push_back(driver.get());
      auto& far = drivers_[place(ports[port].peer_chip, ports[port].peer_port)];
      if (far != nullptr) driver->join(*far);  // else it is reached through its pod's inbox
      if (reads_line(chip)) feed(chip, port, far.get());
    }
  }
}

/// The far port says what it sends.
void Links::feed(std::size_t chip, unsigned port, LinkDriver* far) const {
  if (far == nullptr)
    throw ConfigError(
        fmt::format("tin.impl_block: is tin_switch, and port {2} of pod {0} tin {1}, which reads "
                    "line words, leads to a chip of another rank; expected one rank",
                    topology_.chips[chip].pod, topology_.chips[chip].tin, port));
  far->feed(drivers_[place(chip, port)]->params().arriving);
}

void Links::join_mos(const MosPorts& mos, const std::vector<std::unique_ptr<Tin>>& tins,
                     const std::vector<Inbox*>& inboxes, ChipDirectory& directory) const {
  mos.for_each([&](std::size_t chip, unsigned port, MosPort& mailbox) {
    const ChipInfo& of = topology_.chips[chip];
    const PortInfo& info = of.ports[port];
    const Cycle latency = plan_.spec(static_cast<unsigned>(chip), port).latency;
    const unsigned far_pod = topology_.chips[info.peer_chip].pod;
    if (far_pod == of.pod)
      mailbox.join_far(*mos.find(info.peer_chip, info.peer_port), latency);
    else
      mailbox.join_far(*inboxes[far_pod], info.peer_chip, info.peer_port, latency);
    tins[chip]->cell_switch().join_mos(port, mailbox);
    directory.mos[chip * kMaxPorts + port] = &mailbox;
  });
}

LinkDriverParams Links::driver_params(const LinkSpec& spec, std::size_t chip, unsigned port,
                                      const SwitchParams& params, const PortWire& wire) const {
  LinkDriverParams driver;
  driver.port.name = fmt::format("{} port {}", params.name, port);
  driver.port.vcs = params.vcs;
  driver.port.depth = params.rx_depth[port];
  driver.port.fc_hold_cycles = spec.fc_hold;
  driver.port.fc_refresh_cycles = spec.refresh_period;
  driver.port.fc_refresh_phase = spec.refresh_phase;
  driver.port.timesync_interval = spec.timesync;
  driver.port.latency_interval = spec.measure;
  driver.port.start_up = spec.trained;
  driver.fails = spec.fails;
  driver.drop_fc = spec.drop_fc;
  if (reads_line(chip)) {
    const PortInfo& info = topology_.chips[chip].ports[port];
    const LinkSpec from = plan_.spec(info.peer_chip, info.peer_port);
    driver.arriving = std::make_shared<LineFeed>();
    driver.arriving->wire = wire_params(from);
  }
  driver.to = wire;
  if (!blocks_.empty()) driver.port.blocks = blocks_[chip];
  if (!spec.wire) return driver;
  driver.wire.emplace();
  driver.wire->name = driver.port.name;
  driver.wire->vcs = params.vcs;
  driver.wire->depth = params.rx_depth[port];
  driver.wire->wire = wire_params(spec);
  if (!blocks_.empty()) place_wire_blocks(topology_.chips[chip].ports[port], chip, *driver.wire);
  return driver;
}

/// The sender of a direction also simulates the receive side of the chip at its far end.
void Links::place_wire_blocks(const PortInfo& to, std::size_t chip, WireLinkParams& wire) const {
  const ChipInfo& far = topology_.chips[to.peer_chip];
  wire.far_name = fmt::format("pod {} tin {} port {}", far.pod, far.tin, to.peer_port);
  wire.far_blocks = blocks_[to.peer_chip];
  wire.wire.blocks = {blocks_[chip], wire.far_blocks, wire.name, wire.far_name};
}

uint64_t Links::lost() const {
  uint64_t cells = 0;
  for (const LinkDriver* driver : wires_) cells += driver->wire()->counters().cells_lost_in_all();
  return cells;
}

std::vector<LinkRow> Links::rows(const std::vector<std::unique_ptr<Tin>>& tins, Cycle now) const {
  std::vector<LinkRow> rows;
  for (std::size_t chip = 0; chip < tins.size(); ++chip) {
    if (tins[chip] == nullptr) continue;
    const ChipInfo& info = topology_.chips[chip];
    for (unsigned port = 0; port < info.ports.size(); ++port) {
      if (!is_link(info.ports[port])) continue;
      LinkRow row;
      row.chip = static_cast<uint16_t>(chip);
      row.pod = info.pod;
      row.tin = info.tin;
      row.port = static_cast<uint8_t>(port);
      row.kind = info.ports[port].kind;
      row.peer_chip = static_cast<uint16_t>(info.ports[port].peer_chip);
      row.peer_port = info.ports[port].peer_port;
      row.full_rate = plan_.spec(row.chip, port).full_rate;
      const LinkUse use = tins[chip]->cell_switch().link_use(port, now);
      row.cells_sent = use.cells;
      row.slots = {use.slots[0], use.slots[1], use.slots[2], use.slots[3],
                   use.slots[4], use.slots[5], use.slots[6]};
      const LinkDriver* driver = this->driver(chip, port);
      if (driver != nullptr && driver->wire() != nullptr) {
        const LinkCounters counters = driver->wire()->counters();
        row.wire = true;
        row.lost = lost_cells(counters);
        row.errors = counters.errors;
        row.errors.fc_lost = driver->sets_lost();
      }
      row.lost.output_queue = tins[chip]->cell_switch().lost_in_queue(port);
      rows.push_back(row);
    }
  }
  return rows;
}

}  // namespace tinsim
