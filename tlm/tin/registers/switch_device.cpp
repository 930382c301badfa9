// SPDX-License-Identifier: Apache-2.0
// Group `cell_switch` of the registers: parameters of a switch.
#include "tlm/tin/registers/switch_device.h"

namespace tinsim {
namespace {

using registers::Place;

/// In the order of the description.
enum SwitchPlain { kArbiter, kStrictVcs, kFcTiming, kFcRefresh };
enum SwitchArray { kVcWeightArray, kPortArray };
static_assert(std::size(registers::kSwitchRegisters) == kFcRefresh + 1 &&
              std::size(registers::kSwitchArrays) == kPortArray + 1);

constexpr unsigned kSpeedupShift = 4, kQueueWordsShift = 8;

uint32_t switch_port(const SwitchParams& params, const Place& place) {
  if (place.index >= params.ports) return 0;
  const bool is_fifo = place.reg == registers::kPortElement;
  return is_fifo ? params.rx_depth[place.index] : params.tx_limit[place.index];
}

}  // namespace

uint32_t SwitchDevice::read(Cycle, const Place& place) const {
  const SwitchParams& params = switch_.params();
  if (place.array == &registers::kSwitchArrays[kPortArray]) return switch_port(params, place);
  if (place.array != nullptr) return params.weights[place.index];
  switch (place.reg - registers::kSwitchRegisters) {
    case kArbiter:
      return params.islip_iterations | params.crossbar_speedup << kSpeedupShift |
             params.queue_words << kQueueWordsShift;
    case kStrictVcs:
      return params.strict_vcs;
    case kFcTiming:
      return params.fc_hold;
    default:
      return params.refresh_cycles;
  }
}

}  // namespace tinsim
