// SPDX-License-Identifier: Apache-2.0
// The variant of each TiN (`tin_variants`).
#include "platform/network/topology/tin_variants.h"

#include "platform/network/topology/port_selector.h"

namespace tinsim {

TinConfig with_variant(TinConfig tin, const TinVariantConfig& v) {
  const auto set = [](auto& to, const auto& value) { to = value.value_or(to); };
  set(tin.switch_.arbiter, v.arbiter);
  set(tin.switch_.islip_iterations, v.islip_iterations);
  set(tin.switch_.arbitration_cycles, v.arbitration_cycles);
  set(tin.switch_.crossbar_speedup, v.crossbar_speedup);
  set(tin.vc_fifo.local_words, v.local_words);
  set(tin.vc_fifo.global_words, v.global_words);
  set(tin.vc_fifo.local_shared_words, v.local_shared_words);
  set(tin.vc_fifo.global_shared_words, v.global_shared_words);
  set(tin.output.queue_words, v.queue_words);
  return tin;
}

TinConfig tin_of(const PlatformConfig& config, const ChipInfo& chip) {
  if (chip.variant == kNoVariant) return config.tin;
  return with_variant(config.tin, config.tin_variants[chip.variant]);
}

void assign_variants(const PlatformConfig& config, Topology& topology) {
  for (std::size_t i = 0; i < config.tin_variants.size(); ++i) {
    for (unsigned chip : select_chips(topology, config.tin_variants[i].tins))
      topology.chips[chip].variant = static_cast<uint16_t>(i);
  }
}

}  // namespace tinsim
