// SPDX-License-Identifier: Apache-2.0
// Credit of ports whose VC FIFOs share words of their memory beyond a reserved minimum.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "base/masks.h"
#include "tlm/tin/cell_switch/shape.h"
#include "tlm/tin/cell_switch/switch_params.h"

namespace tinsim {
inline namespace TIN_CORE_SHAPE {

/// A sender is the only one that writes to the FIFOs at the other end of its link. So it knows the
/// words that each VC holds there or has on its way, and with them how many of the shared words are
/// taken; the credit on the link stays that of each VC (docs/reference/gnet_link.md).
class SharedCredit {
 public:
  explicit SharedCredit(const SwitchParams& params)
      : params_(params), held_(kCoreVcs * kCorePorts) {}

  /// Outputs at whose far ends VC FIFOs share words.
  static PortMask sharing_ports(const SwitchParams& params) {
    PortMask ports = 0;
    for (unsigned port = 0; port < params.ports; ++port) {
      if (params.tx_shared[port] != 0) ports |= port_bit(port);
    }
    return ports;
  }

  /// A cell of `words` was matched to this output and VC.
  void take(unsigned out, unsigned vc, unsigned words) { change(out, vc, held(out, vc) + words); }
  /// The receiver granted them again.
  void give_back(unsigned out, unsigned vc, unsigned words) {
    change(out, vc, held(out, vc) - words);
  }
  /// Words that the VC may hold and does not.
  unsigned of_vc(unsigned out, unsigned vc) const { return params_.tx_limit[out] - held(out, vc); }
  /// Words that can be sent on this VC now: those left of its reserved ones, and the shared ones
  /// that are free.
  unsigned sendable(unsigned out, unsigned vc) const {
    const unsigned own = reserved(out) - std::min(reserved(out), held(out, vc));
    return own + params_.tx_shared[out] - shared_taken_[out];
  }

 private:
  unsigned held(unsigned out, unsigned vc) const { return held_[vc * kCorePorts + out]; }
  unsigned beyond_reserved(unsigned out, unsigned words) const {
    return words - std::min(words, reserved(out));
  }
  unsigned reserved(unsigned out) const { return params_.tx_limit[out] - params_.tx_shared[out]; }
  void change(unsigned out, unsigned vc, unsigned words) {
    shared_taken_[out] = static_cast<uint16_t>(shared_taken_[out] + beyond_reserved(out, words) -
                                               beyond_reserved(out, held(out, vc)));
    held_[vc * kCorePorts + out] = static_cast<uint16_t>(words);
  }

  const SwitchParams& params_;
  std::vector<uint16_t>
      held_;  ///< [vc * kCorePorts + port]: words at the far end or on the way to it
  std::array<uint16_t, kCorePorts> shared_taken_{};
};

}  // namespace TIN_CORE_SHAPE
}  // namespace tinsim
