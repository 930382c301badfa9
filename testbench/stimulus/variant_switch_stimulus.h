// SPDX-License-Identifier: Apache-2.0
// Random variants of the cell switch, with the traffic around it, for the variant switch.
#pragma once

#include "rtl_models/variant_switch/variant_switch.h"
#include "testbench/stimulus/cell_switch_stimulus.h"

namespace tinsim {

template <unsigned kPorts, unsigned kVcs, unsigned kPortWords>
class VariantSwitchStimulus : private CellSwitchStimulus<kPorts, kVcs, kPortWords / kVcs> {
  using Traffic = CellSwitchStimulus<kPorts, kVcs, kPortWords / kVcs>;

 public:
  using In = typename VariantSwitch<kPorts, kVcs, kPortWords>::In;
  using Out = typename VariantSwitch<kPorts, kVcs, kPortWords>::Out;

  explicit VariantSwitchStimulus(std::uint64_t seed) : Traffic(seed) {}

  In restart() {
    const typename Traffic::In straps = Traffic::restart();
    Random& random = this->random();
    variant_ = {};
    variant_.rrm_i = random.chance(50);
    variant_.speedup_i = random.chance(30) ? 1 : 2;
    const unsigned sharing_percent = random.chance(40) ? 0 : 60;
    for (unsigned port = 0; port < kPorts; ++port) {
      variant_.rx_depth_i[port] = straps.rx_depth_i[port];
      if (random.chance(sharing_percent)) {
        const unsigned reserved = random.range(kMinCellWords, kPortWords / kVcs - 1);
        const unsigned most = std::min(kPortWords - kVcs * reserved, kCreditHalfRange / 2);
        variant_.rx_depth_i[port] = this->share(port, reserved, random.range(1, most));
      }
      const unsigned limit = straps.tx_limit_i[port];
      if (random.chance(sharing_percent))
        variant_.tx_shared_i[port] = random.chance(20) ? limit : random.range(1, limit);
    }
    return with_variant(straps);
  }

  In next(const Out& out) {
    typename Traffic::Out of_traffic;
    of_traffic.tx_sop_o = out.tx_sop_o;
    of_traffic.tx_data_o = out.tx_data_o;
    of_traffic.fc_valid_o = out.fc_valid_o;
    of_traffic.fc_vc_o = out.fc_vc_o;
    of_traffic.fc_limit_o = out.fc_limit_o;
    return with_variant(Traffic::next(of_traffic));
  }

 private:
  In with_variant(const typename Traffic::In& from) const {
    In in = variant_;
    in.iterations_i = from.iterations_i;
    in.tx_limit_i = from.tx_limit_i;
    in.tx_credited_i = from.tx_credited_i;
    in.queue_words_i = from.queue_words_i;
    in.strict_i = from.strict_i;
    in.weight_i = from.weight_i;
    in.rx_valid_i = from.rx_valid_i;
    in.rx_sop_i = from.rx_sop_i;
    in.rx_data_i = from.rx_data_i;
    in.route_port_i = from.route_port_i;
    in.route_vc_i = from.route_vc_i;
    in.fc_valid_i = from.fc_valid_i;
    in.fc_vc_i = from.fc_vc_i;
    in.fc_limit_i = from.fc_limit_i;
    in.tx_ready_i = from.tx_ready_i;
    return in;
  }

  In variant_;  ///< straps that the cell switch does not have, and depths of VC FIFOs
};

}  // namespace tinsim
