// SPDX-License-Identifier: Apache-2.0
// List `tin_variants`: TiNs whose switch differs from that of section `tin`.
#pragma once

#include <optional>
#include <string>

#include "rtl_models/common/keys.h"
#include "tlm/tin/cell_switch/switch_config.h"

namespace tinsim {

/// Some TiNs, and the keys of `tin` that have another value there. An unset key is as in `tin`.
struct TinVariantConfig {
  std::string tins;
  std::optional<ArbiterKind> arbiter;
  std::optional<unsigned> islip_iterations;
  std::optional<unsigned> arbitration_cycles;
  std::optional<Ratio> crossbar_speedup;
  std::optional<unsigned> local_words;
  std::optional<unsigned> global_words;
  std::optional<unsigned> local_shared_words;
  std::optional<unsigned> global_shared_words;
  std::optional<unsigned> queue_words;
  TIN_KEYS((tins, "TiNs with these values: pod0.tin1, where * stands for anything"),
           (arbiter, "tin.switch.arbiter of these TiNs"),
           (islip_iterations, "tin.switch.islip_iterations of these TiNs", range(1, 4)),
           (arbitration_cycles, "tin.switch.arbitration_cycles of these TiNs", range(1, 32)),
           (crossbar_speedup, "tin.switch.crossbar_speedup of these TiNs", range(1, 4)),
           (local_words, "tin.vc_fifo.local_words of these TiNs", range(20, 2047)),
           (global_words, "tin.vc_fifo.global_words of these TiNs", range(20, 2047)),
           (local_shared_words, "tin.vc_fifo.local_shared_words of these TiNs", range(0, 2027)),
           (global_shared_words, "tin.vc_fifo.global_shared_words of these TiNs", range(0, 2027)),
           (queue_words, "tin.output.queue_words of these TiNs", range(20, 255)))
};

}  // namespace tinsim
