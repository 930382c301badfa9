// SPDX-License-Identifier: Apache-2.0
// Frames of flow control of a receiving end.
#include "tlm/wan/send_gate.h"

#include <cmath>

#include "tlm/wan/pause_times.h"

namespace tinsim {

std::optional<ControlFrame> GateSender::frame(double pause, uint64_t free_bytes, unsigned classes) {
  if (control_ == WanControl::credits) {
    return ControlFrame{{}, credits_.limit(1 - pause, free_bytes / kCreditBlockBytes)};
  }
  if (pause <= 0) return std::nullopt;
  // Rounded up, so that a full pause lasts until the next one.
  const auto quanta =
      static_cast<uint16_t>(std::ceil(pause * rate_share_ * static_cast<double>(kMaxPauseQuanta)));
  PauseFrame request;
  request.per_class = control_ == WanControl::pfc;
  request.enabled = static_cast<uint8_t>(classes);
  request.quanta.fill(quanta);
  return ControlFrame{build_pause(request, {}), 0};
}

}  // namespace tinsim
