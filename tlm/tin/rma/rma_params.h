// SPDX-License-Identifier: Apache-2.0
// Parameters of a chip's 1RMA engine: ports, tables, windows, delays.
#pragma once

#include <array>
#include <cstdint>
#include <memory_resource>
#include <vector>

#include "rtl_models/parts/rma_region.h"
#include "rtl_models/parts/rma_slots.h"
#include "rtl_models/parts/rma_solicitation.h"
#include "tlm/gnet/cell.h"
#include "tlm/tin/rma/rma_config.h"
#include "tlm/tin/terminal_side.h"

namespace tinsim {

constexpr unsigned kRmaPorts = 6;           ///< terminal ports (docs/reference/assumptions.md)
constexpr unsigned kRmaFirstEndpoint = 11;  ///< behind those of the IP path
constexpr unsigned kRmaHosts = 2;           ///< of a chip, at most
constexpr unsigned kRmaClasses = 2;         ///< 0 H, 1 L
constexpr unsigned kRmaServerContexts = 64;

/// The section, and what follows from it and from the network. Members that registers of the chip
/// may change (docs/reference/rma.md) begin with the values of the section.
struct RmaParams : TerminalSide, RmaConfig {
  RmaParams() : RmaParams(RmaConfig(), 400) {}
  RmaParams(const RmaConfig& section, unsigned of_core_mhz);

  std::vector<bool> chips;  ///< by GNet address / 64: in the network; empty: all
  unsigned core_mhz;
  /// Where tables and queues are.
  std::pmr::memory_resource* memory = std::pmr::get_default_resource();

  // Initiator.
  unsigned slots = CommandSlotState::kMaxSlots;
  SolicitationLimits solicitation;  ///< window, turns, DISPATCH_TIMEOUT
  Cycle timeout;                    ///< of an operation, from its grant
  Cycle pull_timeout;               ///< … from its PULL on, and of a server context from its PULL

  // Target.
  unsigned regions = 4096;

  /// Bytes are carried, signed and encrypted; else only counted.
  bool is_carried() const { return payload == Payload::carried; }

  /// No operation takes longer, from its command's being whole to its end (docs/reference/rma.md,
  /// "Checked while it runs"). An operation that waits too long leaves immediately, or after all
  /// others that do: one in each cycle. With a DISPATCH_TIMEOUT so short that these include
  /// operations that arrived later, there is no such bound: kNoCycle.
  Cycle longest_operation() const {
    if (solicitation.dispatch_limit < slots) return kNoCycle;
    const Cycle granted = command_cycles + solicitation.dispatch_limit + slots - 1;
    return granted + timeout + pull_timeout;
  }
};

/// Status of a completion (docs/reference/rma.md).
enum class RmaStatus : uint8_t {
  kOk = 0,
  kAuthentication = 1,
  kNack = 2,
  kTimeout = 3,
  kDispatchTimeout = 4,
  kLocalError = 5
};
constexpr unsigned kRmaStatuses = 6;

/// Traffic classes (docs/reference/assumptions.md) of requests and of answers.
constexpr unsigned rma_traffic_class(bool request, unsigned cls, RmaLowClass low_class_vcs) {
  if (cls == 0) return request ? 0 : 1;
  if (low_class_vcs == RmaLowClass::shared) return request ? 7 : 9;
  return request ? 5 : 6;
}

}  // namespace tinsim
