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
constexpr uint32_t kMaxIterations = 4;

uint32_t switch_port(const SwitchParams& params, const Place& place) {
  if (place.index >= params.ports) return 0;
  const bool is_fifo = place.reg == registers::kPortElement;
  return is_fifo ? params.rx_depth[place.index] : params.tx_limit[place.index];
}

}  // namespace

uint32_t SwitchDevice::read(Cycle, const Place& place) const {
  const SwitchParams& params = switch_.params();
  if (place.array == &registers::kSwitchArrays[kPortArray]) return switch_port(params, place);
  if (place.array != nullptr) return written_.weights[place.index];
  switch (place.reg - registers::kSwitchRegisters) {
    case kArbiter:
      return written_.islip_iterations | rounded_up(params.crossbar_speedup) << kSpeedupShift |
             params.queue_words << kQueueWordsShift;
    case kStrictVcs:
      return written_.strict_vcs;
    case kFcTiming:
      return params.fc_hold;
    default:
      return params.refresh_cycles;
  }
}

/// False: the switch cannot use the value.
bool SwitchDevice::set(const Place& place, uint32_t word, SwitchSettings& settings) const {
  const unsigned vcs = switch_.params().vcs;
  if (place.array != nullptr) {
    settings.weights[place.index] = static_cast<uint8_t>(word);
    return word != 0 && place.index < vcs;
  }
  if (place.reg - registers::kSwitchRegisters == kStrictVcs) {
    settings.strict_vcs = word;
    return (uint64_t{word} >> vcs) == 0;
  }
  settings.islip_iterations = word;
  return word >= 1 && word <= kMaxIterations;
}

bool SwitchDevice::write(Cycle effect, const Place& place, const uint32_t* words) {
  SwitchSettings settings = written_;
  const bool is_usable = set(place, words[0], settings);
  if (settings == written_) return true;
  if (!is_usable) return false;
  written_ = settings;
  settings_.edit_settings(effect, settings);
  return true;
}

}  // namespace tinsim
