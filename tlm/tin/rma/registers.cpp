// SPDX-License-Identifier: Apache-2.0
// The registers of a 1RMA engine below the command windows of the BAR.
#include "tlm/tin/rma/registers.h"

namespace tinsim {
namespace {

constexpr uint32_t kRegister = 8;
constexpr uint64_t kNoSlot = ~uint64_t{0};
constexpr uint64_t kFirst20 = (1 << 20) - 1, kFirst16 = 0xFFFF;

}  // namespace

void Registers::store(unsigned host, uint32_t offset, ByteView bytes) {
  if (bytes.size != kRegister || offset % kRegister != 0 || bytes.data == nullptr) {
    ++core_.counters.bad_stores;
    return;
  }
  const uint64_t value = load_little(bytes.data, kRegister);
  RmaRegion& region = staged_[host].region;
  switch (offset) {
    case kRegionBase:
      region.base = value;
      return;
    case kRegionLength:
      region.length = value & 0xFFFF'FFFF'FFFF;
      return;
    case kRegionPerms:
      region.perms = value & 15;
      region.host = value >> 4 & 1;
      return;
    case kRegionKeyLow:
      region.key.lo = value;
      return;
    case kRegionKeyHigh:
      region.key.hi = value;
      return;
    case kRegionNumber:
      staged_[host].number = static_cast<uint32_t>(value);
      return;
    case kRegionCommit:
      core_.counters.bad_stores += commit(host, value) ? 0 : 1;
      return;
    default:
      break;
  }
  const unsigned slot = (offset - kPids) / kRegister;
  if (offset >= kPids && slot < core_.params.slots && initiator_.owner(slot) == host)
    return initiator_.set_pid(slot, static_cast<uint32_t>(value));
  if (offset >= kParameters && offset < kCounters &&
      write_parameter((offset - kParameters) / kRegister, value))
    return;
  ++core_.counters.bad_stores;
}

/// A host disposes of regions of its own memory, which end below 2^64; false if it does not.
bool Registers::commit(unsigned host, uint64_t kind) {
  const RmaRegion& staged = staged_[host].region;
  const uint32_t number = staged_[host].number;
  const RmaRegion* old = core_.region(number);
  if (number >= core_.params.regions || kind > 2) return false;
  if (old != nullptr && old->live && old->host != host) return false;
  const bool is_own = staged.host == host && core_.dma.ports()[host] != nullptr;
  if (kind == 0 && (!is_own || staged.base > ~uint64_t{0} - staged.length)) return false;
  RmaRegion& region = core_.make_region(number);
  if (kind == 0) {
    region = staged;
    region.live = true;
    initiator_.forget_ring(number);
  }
  if (kind == 1) region.key = staged.key;
  if (kind == 2) region = {};
  return true;
}

/// In the order of docs/rma.md.
bool Registers::write_parameter(unsigned index, uint64_t value) {
  RmaParams& p = core_.params;
  SolicitationLimits& s = p.solicitation;
  switch (index) {
    case 0:
      s.window = static_cast<uint32_t>(value & kFirst20);
      break;
    case 1:
      s.dispatch_limit = static_cast<uint32_t>(value & kFirst16);
      break;
    case 2:
      p.timeout = static_cast<Cycle>(value & kFirst16);
      break;
    case 3:
      p.nack_above = static_cast<unsigned>(value & kFirst16);
      break;
    case 4:
      p.pull_window = static_cast<uint32_t>(value & kFirst20);
      break;
    case 5:
      s.strict = (value & 1) != 0;
      break;
    case 6:
    case 7:
      if ((value & 0xFF) == 0) return false;
      s.weight[index - 6] = static_cast<uint8_t>(value & 0xFF);
      break;
    case 8:
      p.pull_timeout = static_cast<Cycle>(value & kFirst16);
      break;
    default:
      return false;
  }
  core_.limits_changed();
  return true;
}

bool Registers::read_parameter(unsigned index, uint64_t& value) const {
  const RmaParams& p = core_.params;
  const SolicitationLimits& s = p.solicitation;
  const uint64_t values[] = {s.window, s.dispatch_limit, p.timeout,   p.nack_above,  p.pull_window,
                             s.strict, s.weight[0],      s.weight[1], p.pull_timeout};
  if (index >= std::size(values)) return false;
  value = values[index];
  return true;
}

bool Registers::read_counter(unsigned index, uint64_t& value) const {
  const RmaCounters& c = core_.counters;
  const uint64_t values[] = {c.commands,    c.ended,      c.bad_stores,    c.lost_completions,
                             c.requests_in, c.nacks,      c.bad_macs,      c.replayed,
                             c.given_up,    c.cells_sent, c.cells_received};
  const unsigned first_refusal = static_cast<unsigned>(std::size(values));
  if (index < first_refusal) {
    value = values[index];
    return true;
  }
  if (index - first_refusal >= c.refused.size()) return false;
  value = c.refused[index - first_refusal];
  return true;
}

bool Registers::load(uint32_t offset, uint8_t* out, uint32_t bytes) {
  const bool known = peek(offset, out, bytes);
  if (known && (offset == kAllocate || offset == kAllocate + kRegister))
    initiator_.allocate((offset - kAllocate) / kRegister);
  return known;
}

bool Registers::peek(uint32_t offset, uint8_t* out, uint32_t bytes) const {
  if (bytes != kRegister || offset % kRegister != 0) return false;
  uint64_t value = 0;
  bool known = true;
  if (offset == kIdentification) {
    value = kName;
  } else if (offset == kAddress) {
    value = core_.params.address;
  } else if (offset == kAllocate || offset == kAllocate + kRegister) {
    const unsigned slot = initiator_.next_slot((offset - kAllocate) / kRegister);
    value = slot == SlotBooks::kNone ? kNoSlot : slot;
  } else if (offset >= kPids && offset < kPids + kRegister * core_.params.slots) {
    value = initiator_.pid((offset - kPids) / kRegister);
  } else if (offset >= kCounters) {
    known = read_counter((offset - kCounters) / kRegister, value);
  } else {
    known = offset >= kParameters && read_parameter((offset - kParameters) / kRegister, value);
  }
  if (known) store_little(out, kRegister, value);
  return known;
}

}  // namespace tinsim
