// SPDX-License-Identifier: Apache-2.0
// State that the parts of a chip's 1RMA engine share, and how requests and answers become cells.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "rtl_models/parts/rma_region.h"
#include "tlm/tin/rma/granted_dma.h"
#include "tlm/tin/rma/rma_counters.h"
#include "tlm/tin/rma/rma_decider.h"
#include "tlm/tin/rma/rma_event.h"
#include "tlm/tin/rma/rma_mail.h"
#include "tlm/tin/rma/rma_ports.h"
#include "tlm/tin/rma/seal.h"

namespace tinsim {

/// A slot, or with bit 15 a server context, in a message. The bits above its number hold a
/// generation, so that a late message matches nothing.
struct RmaId {
  static constexpr unsigned kServer = 0x8000;
  static constexpr uint16_t of_slot(unsigned slot, unsigned uses) {
    return static_cast<uint16_t>((uses & 0x7F) << 8 | slot);
  }
  static constexpr uint16_t of_context(unsigned context, unsigned uses) {
    return static_cast<uint16_t>(kServer | (uses & 0x1FF) << 6 | context);
  }
  static constexpr bool is_server(unsigned id) { return (id & kServer) != 0; }
  static constexpr unsigned slot(unsigned id) { return id & 0xFF; }
  static constexpr unsigned context(unsigned id) { return id & 0x3F; }
};

/// GNet address of the chip of an endpoint.
constexpr uint16_t rma_chip(uint16_t address) { return address & 0xFFC0; }

/// Counted data of a READ: the first word has, in place of its sender's counter, the low bits of
/// the counter of request `name`. These bits do not repeat while a cell may be in flight.
constexpr bool names_request(uint64_t first, uint64_t name) {
  using rma_meta::kCounterLow;
  return kCounterLow.of(first) == kCounterLow.of(kCounterLow.with(name));
}

/// Purpose of a DMA access, in the upper bits of its cookie. The lower bits hold the number of the
/// read context, server context or completion.
enum class DmaPurpose : uint8_t { kNone, kRead, kAtomic, kCompletion };
constexpr uint64_t dma_cookie(DmaPurpose purpose, uint64_t number) {
  return static_cast<uint64_t>(purpose) << 56 | number;
}

/// Destination of an answer, and the fields that the receiver checks.
struct RmaReturn {
  uint16_t to = 0;       ///< GNet address of the chip
  uint16_t id = 0;       ///< in the slot field
  uint8_t cls = 0;       ///< 0 H, 1 L
  RegionKey key;         ///< Kd
  uint64_t answers = 0;  ///< RmaName of the request or PULL
};

struct RmaCore {
  RmaCore(const RmaParams& with, RmaMail& mail_of_all)
      : params(with),
        mail(mail_of_all),
        events(with.memory),
        ports(params, counters),
        seal(params),
        dma(params) {
    limits_changed();
  }
  RmaCore(const RmaCore&) = delete;
  RmaCore& operator=(const RmaCore&) = delete;

  /// Of this chip; null if there is no entry of the number.
  const RmaRegion* region(uint32_t number) const {
    return number < regions.size() ? &regions[number] : nullptr;
  }
  /// The entry, added if there is none. Precondition: number < params.regions.
  RmaRegion& make_region(uint32_t number) {
    if (number >= regions.size()) regions.resize(number + 1);
    return regions[number];
  }
  /// Judges an access and, if the verdict is Granted, sets `grant`.
  RegionVerdict judge(Cycle now, const RegionAccess& access, RmaGrant& grant) const;
  /// An entry of the table is another one from now on.
  void write_region(uint32_t number, const RmaRegion& region) {
    make_region(number) = region;
    if (decider != nullptr) decider->region_written(number, region);
  }
  /// Whether a driver may register it: its key is not the reserved one, all zero, its length has 48
  /// bits, and it ends below 2^64.
  static bool may_register(const RmaRegion& region) {
    return !(region.key == RegionKey{}) && region.length >> kRegionLengthBits == 0 &&
           region.base <= ~uint64_t{0} - region.length;
  }
  /// Regions of `host` that are registered.
  unsigned regions_of(unsigned host) const;
  /// … and the highest number that it may have: an equal share of the table.
  unsigned max_regions() const;
  /// The limits have changed; operations in flight may still end within the former ones.
  void limits_changed() { longest = std::max(longest, params.longest_operation()); }
  uint64_t next_counter() { return ++counter; }
  uint64_t name_of(uint64_t of_counter) const { return rma_name(params.address, of_counter); }

  /// Port of all requests of slot field `id`, also of PULLs.
  static unsigned port_of(unsigned id) { return RmaId::slot(id) % kRmaPorts; }

  /// Signs a request with `key` and queues it at its port for cycle `at`. `answers`: name of the
  /// request that a PULL answers. Returns the name of this one.
  uint64_t send_request(Cycle now, Cycle at, RmaCell type, RmaRequest request, unsigned cls,
                        uint16_t to, const RegionKey& key, uint64_t answers = 0);
  /// The request in `words` that `cell` has brought.
  DecodedRequest decode_request(Cycle now, const Cell& cell, const RmaRequestPayload& words) const;
  [[noreturn]] void fail_decision(Cycle now, std::string_view block, const std::string& what) const;
  /// Encrypts an answer and queues it at its port for cycle `at`. Precondition: `at` follows from
  /// answer_slot(), one answer per cycle. `data` null: `meta.length` bytes are counted only.
  void send_answer(Cycle now, Cycle at, RmaCell type, RmaMeta meta, const RmaReturn& to,
                   const uint8_t* data);
  /// The same for `bytes` counted bytes of a PCIe completion from `offset` on: RESP cells, each at
  /// the first free slot of the cipher. Data of a READ post no message: they name the request.
  void send_counted(Cycle now, unsigned offset, unsigned bytes, const RmaReturn& to);
  /// The same for these cells.
  void send_counted(Cycle now, const std::vector<RmaSegment>& cells, const RmaReturn& to);
  /// The departures from `waiting` in cycle `now`; the chip's own have left it.
  SolicitationState::Decision solicit_decided(Cycle now, SolicitedBy by,
                                              const SolicitationLimits& limits,
                                              SolicitationState& waiting,
                                              const SolicitationState::Decision& own) const;
  /// Takes the first free cycle of the cipher from `now` on.
  Cycle answer_slot(Cycle now);

  static constexpr unsigned kRegionLengthBits = 48;

  RmaParams params;
  RmaMail& mail;
  RmaCounters counters;
  RmaEvents events;
  RmaPorts ports;
  Seal seal;
  std::vector<RmaRegion> regions;  ///< up to the highest one registered
  GrantedDma dma;
  uint64_t counter = 0;
  Cycle cipher_free = 0;
  Cycle longest = 0;  ///< upper bound of an operation's cycles
  RmaDecider* decider = nullptr;

 private:
  RegionVerdict judge_decided(Cycle now, const RegionAccess& access, const RegionVerdict& own,
                              RmaGrant& grant) const;
  template <class Next>
  void send_counted_cells(Cycle now, const RmaReturn& to, Next&& next);
};

}  // namespace tinsim
