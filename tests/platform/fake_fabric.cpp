// SPDX-License-Identifier: Apache-2.0
// TiNs of a Clique as registers behind the register API, with audits of every write.
#include "tests/platform/fake_fabric.h"

#include <fmt/format.h>

#include <algorithm>

#include "platform/controller/clique/register_addresses.h"
#include "platform/controller/re/planned_tables.h"
#include "platform/network/routing/deadlock.h"

namespace tinsim::control {
namespace {

constexpr std::uint32_t kSpace = 0x100000;  ///< of the groups below rma0
constexpr std::uint32_t kInputBase = array_address("route", "input", 0);
constexpr std::uint32_t kForbiddenBase = array_address("route", "forbidden_outputs", 0);
constexpr std::uint32_t kDestinationBase = array_address("route", "destination", 0);
constexpr std::uint64_t kWindowUs = 1000;
constexpr std::uint32_t kUp = 2;  ///< state of a link

/// A word of the register bus.
struct Word {
  const registers::Register* reg = nullptr;
  std::uint32_t first = 0;   ///< of the registers that its write changes; equal to `last`: itself
  bool takes_effect = true;  ///< at once; else with the element's last word
};

const std::vector<Word>& word_map() {
  static const std::vector<Word> kWords = [] {
    std::vector<Word> words(kSpace / 4);
    for (std::uint32_t address = 0; address < kSpace; address += 4) {
      const registers::Place place = registers::place_of(address);
      if (place.reg == nullptr) continue;
      const bool waits = registers::written_with(place).size() == 0;
      words[address / 4] = {place.reg, written_first(address), !waits};
    }
    return words;
  }();
  return kWords;
}

const std::vector<std::uint32_t>& reset_words() {
  static const std::vector<std::uint32_t> kReset = [] {
    std::vector<std::uint32_t> words(kSpace / 4);
    for (std::size_t n = 0; n < words.size(); ++n)
      if (word_map()[n].reg != nullptr) words[n] = word_map()[n].reg->reset();
    return words;
  }();
  return kReset;
}

bool is_in(std::uint32_t address, std::uint32_t base, std::uint32_t bytes) {
  return address >= base && address < base + bytes;
}

}  // namespace

FakeFabric::FakeFabric(const CliquePlan& plan, unsigned seed)
    : plan_(plan),
      random_(seed),
      chips_(plan.tins()),
      routes_(plan),
      goal_(plan),
      channels_(plan.topology) {
  const std::vector<std::uint32_t>& words = reset_words();
  for (std::size_t tin = 0; tin < chips_.size(); ++tin) {
    chips_[tin].words = chips_[tin].written = words;
    links_.push_back(plan.ports[tin].links());
    miswired_.push_back(0);
  }
}

void FakeFabric::open(std::size_t tin) {
  Chip& chip = chips_[tin];
  if (chip.done_us && random_() % 2 == 0) carry_out(tin);
  chip.done_us.reset();
  chip.is_open = false;
  chip.open_us = now_us_ + 1 + random_() % 8;
}

void FakeFabric::request(std::size_t tin, api_type type, const Bytes& body) {
  if (on_request) on_request(false);
  Chip& chip = chips_[tin];
  if (!chip.is_open) throw AuditError(fmt::format("TiN {}: a request without a session", tin));
  if (chip.done_us) throw AuditError(fmt::format("TiN {}: a second RPC is outstanding", tin));
  if (body.size() > most_request_bytes)
    throw AuditError(fmt::format("TiN {}: a request of {} bytes", tin, body.size()));
  ++requests;
  chip.type = type;
  chip.body = body;
  chip.done_us = now_us_ + 1 + random_() % 8;
  if (on_request) on_request(true);
}

void FakeFabric::step(std::uint64_t now_us) {
  now_us_ = now_us;
  for (std::size_t tin = 0; tin < chips_.size(); ++tin) {
    Chip& chip = chips_[tin];
    if (chip.open_us && *chip.open_us <= now_us) {
      chip.open_us.reset();
      chip.is_open = chip.has_power;
      if (client_ != nullptr) chip.is_open ? client_->opened(tin) : client_->closed(tin);
    }
    if (chip.done_us && *chip.done_us <= now_us) finish(tin);
  }
}

void FakeFabric::finish(std::size_t tin) {
  Bytes answer(API_ANSWER_BYTES);
  append(answer, carry_out(tin));
  chips_[tin].done_us.reset();
  if (client_ != nullptr)
    client_->responded(tin,
                       {static_cast<std::uint8_t>(chips_[tin].type | API_RESPONSE), 0, answer});
}

/// The data of the response.
Bytes FakeFabric::carry_out(std::size_t tin) {
  Chip& chip = chips_[tin];
  const Bytes body = chip.body;
  Bytes data;
  std::size_t registers = 0;
  for (std::size_t at = 0; at < body.size();) {
    const std::uint32_t code = body[at], count = read16(body, at + 2);
    const std::uint32_t address = read32(body, at + 4);
    at += API_OPERATION_BYTES;
    registers += count;
    for (std::uint32_t n = 0; n < count; ++n) {
      const std::uint32_t of = address + 4 * n;
      if (of >= kSpace || word_map()[of / 4].reg == nullptr)
        throw AuditError(fmt::format("TiN {}: no register at {:#x}", tin, of));
      if (code == API_READ) {
        append32(data, shown(tin, of));
      } else {
        write(tin, of, read32(body, at));
        at += 4;
      }
    }
  }
  if (data.size() > most_request_bytes)
    throw AuditError(fmt::format("TiN {}: a response of {} bytes", tin, data.size()));
  count_rate(chip, registers);
  return data;
}

std::uint32_t FakeFabric::shown(std::size_t tin, std::uint32_t address) const {
  const std::uint32_t offset = address - kLinkStatusBase;
  const bool is_status = address >= kLinkStatusBase && offset % kLinkStatusBytes == 0 &&
                         offset / kLinkStatusBytes < plan_.ports[tin].ports();
  if (!is_status) return chips_[tin].words[address / 4];
  return (links_up(tin) >> offset / kLinkStatusBytes & 1) != 0 ? kUp : 0;
}

void FakeFabric::count_rate(Chip& chip, std::size_t registers) {
  if (now_us_ >= chip.window_us + kWindowUs) {
    chip.window_us = now_us_;
    chip.window_registers = 0;
  }
  chip.window_registers += registers;
  most_registers_per_ms = std::max(most_registers_per_ms, chip.window_registers);
}

void FakeFabric::write(std::size_t tin, std::uint32_t address, std::uint32_t value) {
  if (on_write) on_write();
  ++writes;
  Chip& chip = chips_[tin];
  const Word& word = word_map()[address / 4];
  const std::uint32_t mask = word.reg->mask(registers::Access::rw);
  chip.written[address / 4] = (chip.words[address / 4] & ~mask) | (value & mask);
  if (!word.takes_effect) return;
  for (std::uint32_t n = word.first; n <= address; n += 4) chip.words[n / 4] = chip.written[n / 4];
  take(tin, address, chip.words[address / 4]);
  audit_cycles();
  if (is_in(address, kFlowBase, kFlowBytes * kFlowsOfTin))
    audit_flow(tin, (address - kFlowBase) / kFlowBytes);
  audit_ip(tin, address);
}

/// Takes a value into the routes; of an element its last word counts.
void FakeFabric::take(std::size_t tin, std::uint32_t address, std::uint32_t value) {
  auto& words = chips_[tin].words;
  words[address / 4] = chips_[tin].written[address / 4] = value;
  if (is_in(address, kFlowBase, kFlowBytes * kFlowsOfTin)) {
    const unsigned number = (address - kFlowBase) / kFlowBytes;
    routes_.set_flow(tin, number, &words[(kFlowBase + kFlowBytes * number) / 4]);
    set_channels_of_class(tin, flow_match(number).port_class);
  } else if (is_in(address, kDestinationBase, 4 * 1024)) {
    routes_.set_row(tin, (address - kDestinationBase) / 4, value);
  } else if (is_in(address, kInputBase, 4 * 64)) {
    const unsigned port = (address - kInputBase) / 4;
    routes_.set_input(tin, port, value & 7, (value >> 4 & 1) != 0);
    set_channels(tin, port);
  } else if (is_in(address, kForbiddenBase, 8 * 64)) {
    const unsigned port = (address - kForbiddenBase) / 8;
    const std::uint32_t low = (kForbiddenBase + 8 * port) / 4;
    routes_.set_forbidden(tin, port, std::uint64_t{words[low + 1]} << 32 | words[low]);
    set_channels(tin, port);
  }
}

void FakeFabric::set_channels(std::size_t tin, unsigned in_port) {
  if (in_port >= plan_.ports[tin].ports() || !plan_.ports[tin].is_link(in_port)) return;
  for (unsigned phase = 0; phase < kVcPhases; ++phase) {
    const unsigned next = routes_.phase_after(tin, in_port, phase);
    may_have_cycle_ |=
        channels_.set(tin, in_port, phase, routes_.outputs(tin, in_port, next), next);
  }
}

void FakeFabric::set_channels_of_class(std::size_t tin, unsigned port_class) {
  for (unsigned port = 0; port < plan_.ports[tin].ports(); ++port)
    if (routes_.port_class(tin, port) == port_class) set_channels(tin, port);
}

/// The tables that are live at this moment have no cycle of channels.
void FakeFabric::audit_cycles() {
  ++cycle_audits;
  if (may_have_cycle_) may_have_cycle_ = channels_.has_cycle();
  if (!may_have_cycle_) return;
  ++proofs;
  const std::vector<RouteTable> held = tables();
  if (!prove_deadlock_free(plan_.topology, {&held}, {}).cycle.empty())
    throw AuditError("routes at the TiNs have a cycle");
}

std::size_t FakeFabric::outstanding() const {
  return static_cast<std::size_t>(std::count_if(
      chips_.begin(), chips_.end(), [](const Chip& chip) { return chip.done_us.has_value(); }));
}

/// A flow gets the outputs that the plan gives it, and no pair of TiNs that is to have routes loses
/// them by it.
void FakeFabric::audit_flow(std::size_t tin, unsigned number) {
  if (!audits_plans) return;
  const RouteRows& wanted = *wanted_[tin].routes;
  const RouteEntry& entry = routes_.entry(tin, number);
  if (flow_match(number).row >= wanted.rows || !(entry == wanted.at(place_of(wanted, number))))
    throw AuditError(fmt::format("TiN {}: flow {} is not that of the plan", tin, number));
  if (is_disturbed_) return;
  for (const std::size_t pair : routes_.broken_by(tin, flow_match(number).row)) {
    const std::size_t from = pair / chips_.size(), to = pair % chips_.size();
    if (goal_.is_joined(from, to))
      throw AuditError(fmt::format("TiN {}: flow {} breaks the routes from TiN {} to TiN {}", tin,
                                   number, from, to));
  }
}

/// All members of an external flow's group are Ethernet ports of TiNs.
void FakeFabric::audit_external(std::size_t tin) const {
  const CliquePlan::Span entries = plan_.external_entries(), members = plan_.external_members();
  const auto is_ethernet = [&](std::uint32_t address) {
    for (unsigned to = 0; to < plan_.tins(); ++to)
      if (address == plan_.topology.address(to, plan_.mac_endpoint)) return true;
    return false;
  };
  for (std::uint32_t entry = entries.first; entry < entries.end; ++entry) {
    const std::uint32_t at = kIpFlowBase + kIpFlowBytes * entry;
    if ((reg(tin, at + 20) & 1) == 0) continue;
    const std::uint32_t base = reg(tin, at + 16) & 0xfff, count = reg(tin, at + 16) >> 16;
    bool is_complete = count != 0 && base >= members.first && base + count <= members.end;
    for (std::uint32_t n = 0; is_complete && n < count; ++n)
      is_complete = is_ethernet(reg(tin, kMemberBase + 4 * (base + n)));
    if (!is_complete)
      throw AuditError(
          fmt::format("TiN {}: external flow {} refers to a missing group", tin, entry));
  }
}

/// Flows of IP addresses refer to members that exist.
void FakeFabric::audit_ip(std::size_t tin, std::uint32_t address) const {
  const CliquePlan::Span entries = plan_.external_entries(), external = plan_.external_members();
  if (is_in(address, kIpFlowBase + kIpFlowBytes * entries.first,
            kIpFlowBytes * (entries.end - entries.first)) ||
      is_in(address, kMemberBase + 4 * external.first, 4 * (external.end - external.first)))
    audit_external(tin);
  const auto tins = static_cast<std::uint32_t>(chips_.size());
  if (is_in(address, kIpFlowBase, kIpFlowBytes * tins * plan_.subnets()))
    audit_ip_flow(tin, (address - kIpFlowBase) / kIpFlowBytes);
  if (!is_in(address, kMemberBase, 2 * tins * plan_.subnets())) return;
  const std::uint32_t member = (address - kMemberBase) / 4;
  for (const unsigned v6 : {0u, 1u})
    audit_ip_flow(tin, (2 * (member / tins) + v6) * tins + member % tins);
}

void FakeFabric::audit_ip_flow(std::size_t tin, unsigned entry) const {
  const std::uint32_t at = kIpFlowBase + kIpFlowBytes * entry;
  if ((reg(tin, at + 20) & 1) == 0) return;
  const auto tins = static_cast<unsigned>(chips_.size());
  const std::uint32_t base = reg(tin, at + 16) & 0xfff;
  if (reg(tin, kMemberBase + 4 * base) != plan_.gnet(entry / tins, entry % tins))
    throw AuditError(fmt::format("TiN {}: IP flow {} refers to a missing member", tin, entry));
}

/// Old and new routes together have no cycle of channels.
void FakeFabric::begin_plan(const LiveNetwork& live, const std::vector<std::uint16_t>& units) {
  wanted_ = planned_tables(plan_, live, units);
  const std::vector<RouteTable> held = tables();
  ++proofs;
  const DeadlockProof proof = prove_deadlock_free(plan_.topology, {&held, &wanted_}, {});
  if (!proof.cycle.empty()) throw AuditError("old and new routes have a cycle");
  routes_.set_live(live);
  goal_.set_tables(wanted_);
  goal_.set_live(live);
  is_disturbed_ = false;
}

void FakeFabric::corrupt(std::size_t tin, std::uint32_t address, std::uint32_t value) {
  take(tin, address, value);
  is_disturbed_ = true;
}

std::uint64_t FakeFabric::links_up(std::size_t tin) const {
  std::uint64_t up = links_[tin];
  for (std::uint64_t left = up; left != 0; left &= left - 1) {
    const unsigned port = __builtin_ctzll(left);
    if (!chips_[plan_.topology.chips[tin].ports[port].peer_chip].has_power)
      up &= ~(std::uint64_t{1} << port);
  }
  return up;
}

void FakeFabric::set_miswired(std::size_t tin, unsigned port, bool is_miswired) {
  const PortInfo& link = plan_.topology.chips[tin].ports[port];
  const auto set = [is_miswired](std::uint64_t& ports, unsigned of) {
    ports = (ports & ~(std::uint64_t{1} << of)) | std::uint64_t{is_miswired} << of;
  };
  set(miswired_[tin], port);
  set(miswired_[link.peer_chip], link.peer_port);
}

void FakeFabric::set_link(std::size_t tin, unsigned port, bool is_up) {
  const PortInfo& link = plan_.topology.chips[tin].ports[port];
  const auto set = [is_up](std::uint64_t& links, unsigned of) {
    links = (links & ~(std::uint64_t{1} << of)) | std::uint64_t{is_up} << of;
  };
  set(links_[tin], port);
  set(links_[link.peer_chip], link.peer_port);
}

void FakeFabric::set_power(std::size_t tin, bool is_on) {
  Chip& chip = chips_[tin];
  chip.has_power = is_on;
  if (is_on) return;
  chip.done_us.reset();
  const std::vector<std::uint32_t>& words = reset_words();
  for (std::uint32_t address = 0; address < kSpace; address += 4)
    if (chip.words[address / 4] != words[address / 4]) take(tin, address, words[address / 4]);
  chip.words = chip.written = words;
  is_disturbed_ = true;
  if (!chip.is_open) return;
  chip.is_open = false;
  if (client_ != nullptr) client_->closed(tin);
}

void FakeFabric::disconnect(std::size_t tin) {
  Chip& chip = chips_[tin];
  if (!chip.is_open) return;
  if (chip.done_us && random_() % 2 == 0) carry_out(tin);
  chip.done_us.reset();
  chip.is_open = false;
  if (client_ != nullptr) client_->closed(tin);
}

LiveNetwork FakeFabric::live() const {
  LiveNetwork live(plan_.topology);
  for (std::size_t tin = 0; tin < chips_.size(); ++tin) {
    const auto number = static_cast<std::uint16_t>(tin);
    if (!chips_[tin].has_power) live.fail_chip(number);
    const std::uint64_t up = chips_[tin].has_power ? links_[tin] & ~miswired_[tin] : 0;
    for (std::uint64_t down = plan_.ports[tin].links() & ~up; down != 0; down &= down - 1)
      live.fail_link({number, static_cast<std::uint8_t>(__builtin_ctzll(down))});
  }
  return live;
}

}  // namespace tinsim::control
