// SPDX-License-Identifier: Apache-2.0
// The registers of a 1RMA engine below the command windows of the BAR.
#include "tlm/tin/rma/registers.h"

namespace tinsim {
namespace {

constexpr uint32_t kRegister = 8;
constexpr uint64_t kNoSlot = ~uint64_t{0};
constexpr uint64_t kLast1 = 1, kLast8 = 0xFF, kLast16 = 0xFFFF, kLast20 = 0xFFFFF;

constexpr unsigned index_of(uint32_t offset, uint32_t first) {
  return (offset - first) / kRegister;
}

}  // namespace

void Registers::store(unsigned host, uint32_t offset, ByteView bytes) {
  const bool whole = bytes.size == kRegister && offset % kRegister == 0 && bytes.data != nullptr;
  if (whole && write(host, offset, load_little(bytes.data, kRegister))) return;
  core_.counters.add(&RmaCounters::bad_stores, host);
}

void Registers::store(unsigned host, uint32_t offset, uint64_t value) {
  if (!write(host, offset, value)) core_.counters.add(&RmaCounters::bad_stores, host);
}

/// The limits of write().
bool Registers::takes(unsigned host, uint32_t offset, uint64_t value) const {
  if (offset >= kPids) return owns_slot(host, index_of(offset, kPids)) && value <= UINT32_MAX;
  if (offset < kParameters) return offset >= kRegionBase;
  return host == kPrivileged && is_parameter(index_of(offset, kParameters), value);
}

/// A value that does not fit is refused, not truncated.
bool Registers::write(unsigned host, uint32_t offset, uint64_t value) {
  if (offset >= kRegionBase && offset < kRegionCommit) {
    staged_[host][index_of(offset, kRegionBase)] = value;
    return true;
  }
  if (offset == kRegionCommit) return commit(host, value);
  if (offset >= kParameters && offset < kCounters)
    return host == kPrivileged && write_parameter(index_of(offset, kParameters), value);
  const unsigned slot = index_of(offset, kPids);
  if (offset < kPids || !owns_slot(host, slot) || value > UINT32_MAX) return false;
  initiator_.set_pid(slot, static_cast<uint32_t>(value));
  return true;
}

/// A host changes its own regions only; else false.
bool Registers::commit(unsigned host, uint64_t kind) {
  const uint64_t staged = staged_[host][index_of(kRegionNumber, kRegionBase)];
  if (staged >= core_.params.regions || kind > kRevoke) return false;
  const auto number = static_cast<uint32_t>(staged);
  const RmaRegion* old = core_.region(number);
  const bool is_live = old != nullptr && old->live;
  if (is_live && old->host != host) return false;
  if (kind == kAdd) return add_region(host, number);
  if (!is_live) return true;
  if (kind == kRevoke) {
    core_.write_region(number, {});
    return true;
  }
  RmaRegion renewed = *old;
  renewed.key = {staged_[host][index_of(kRegionKeyHigh, kRegionBase)],
                 staged_[host][index_of(kRegionKeyLow, kRegionBase)]};
  if (!RmaCore::may_register(renewed)) return false;
  core_.write_region(number, renewed);
  return true;
}

/// Of the host's own memory; replaces one that it has under this number.
bool Registers::add_region(unsigned host, uint32_t number) {
  constexpr unsigned kPermBits = 4;
  const auto& [base, length, perms, key_low, key_high, of_number] = staged_[host];
  if (perms >> kPermBits != host || core_.dma.ports()[host] == nullptr) return false;
  const RmaRegion region{true,
                         base,
                         length,
                         static_cast<uint8_t>(perms & 15),
                         static_cast<uint8_t>(host),
                         {key_high, key_low}};
  const RmaRegion* old = core_.region(number);
  const bool is_new = old == nullptr || !old->live;
  if (!RmaCore::may_register(region)) return false;
  if (is_new && core_.regions_of(host) >= core_.max_regions()) return false;
  core_.write_region(number, region);
  initiator_.reset_ring(number);
  return true;
}

/// In the order of docs/reference/rma.md.
bool Registers::is_parameter(unsigned index, uint64_t value) {
  constexpr uint64_t kLast[] = {kLast20, kLast16, kLast16, kLast16, kLast20,
                                kLast1,  kLast8,  kLast8,  kLast16};
  constexpr unsigned kWeightH = 6, kWeightL = 7;
  const bool is_weight = index == kWeightH || index == kWeightL;
  return index < std::size(kLast) && value <= kLast[index] && !(is_weight && value == 0);
}

bool Registers::write_parameter(unsigned index, uint64_t value) {
  if (!is_parameter(index, value)) return false;
  RmaParams& p = core_.params;
  SolicitationLimits& s = p.solicitation;
  const auto number = static_cast<uint32_t>(value);
  switch (index) {
    case 0:
      s.window = number;
      break;
    case 1:
      s.dispatch_limit = number;
      break;
    case 2:
      p.timeout = number;
      break;
    case 3:
      p.nack_threshold = number;
      break;
    case 4:
      p.pull_window_bytes = number;
      break;
    case 5:
      s.strict = number != 0;
      break;
    case 6:
    case 7:
      s.weight[index - 6] = static_cast<uint8_t>(number);
      break;
    default:
      p.pull_timeout = number;
  }
  core_.limits_changed();
  return true;
}

std::optional<uint64_t> Registers::parameter(unsigned index) const {
  const RmaParams& p = core_.params;
  const SolicitationLimits& s = p.solicitation;
  const uint64_t values[] = {s.window,         s.dispatch_limit,    p.timeout,
                             p.nack_threshold, p.pull_window_bytes, s.strict,
                             s.weight[0],      s.weight[1],         p.pull_timeout};
  if (index >= std::size(values)) return {};
  return values[index];
}

std::optional<uint64_t> Registers::counter(unsigned host, unsigned index) const {
  const RmaCounters& c = core_.counters;
  const RmaHostCounters& own = c.of_host[host];
  const uint64_t of_host[] = {own.commands, own.ended, own.bad_stores, own.lost_completions};
  if (index < std::size(of_host)) return of_host[index];
  index -= static_cast<unsigned>(std::size(of_host));
  const uint64_t of_chip[] = {c.requests_in, c.nacks,      c.bad_macs,      c.replayed,
                              c.given_up,    c.cells_sent, c.cells_received};
  if (host != kPrivileged) return {};
  if (index < std::size(of_chip)) return of_chip[index];
  index -= static_cast<unsigned>(std::size(of_chip));
  if (index >= c.refused.size()) return {};
  return c.refused[index];
}

std::optional<uint64_t> Registers::read(unsigned host, uint32_t offset) const {
  if (offset == kIdentification) return kName;
  if (offset == kAddress) return core_.params.address;
  if (offset == kAllocate + kRegister * host) {
    const unsigned slot = initiator_.next_slot(host);
    return slot == CommandSlotState::kNone ? kNoSlot : slot;
  }
  if (offset >= kPids) {
    const unsigned slot = index_of(offset, kPids);
    if (!owns_slot(host, slot)) return {};
    return initiator_.pid(slot);
  }
  if (offset >= kCounters) return counter(host, index_of(offset, kCounters));
  return offset >= kParameters ? parameter(index_of(offset, kParameters)) : std::nullopt;
}

bool Registers::load(Cycle now, unsigned host, uint32_t offset, uint8_t* out, uint32_t bytes) {
  const bool known = peek(host, offset, out, bytes);
  if (known && offset == kAllocate + kRegister * host) initiator_.allocate(now, host);
  return known;
}

bool Registers::peek(unsigned host, uint32_t offset, uint8_t* out, uint32_t bytes) const {
  if (bytes != kRegister || offset % kRegister != 0) return false;
  const std::optional<uint64_t> value = read(host, offset);
  if (value) store_little(out, kRegister, *value);
  return value.has_value();
}

}  // namespace tinsim
