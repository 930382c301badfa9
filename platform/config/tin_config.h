// SPDX-License-Identifier: Apache-2.0
// Section `tin`: parameters of every chip.
#pragma once

#include <vector>

#include "rtl_models/common/block_choices.h"
#include "rtl_models/common/keys.h"
#include "tlm/gnet/pipeline_config.h"
#include "tlm/tin/cell_switch/switch_config.h"

namespace tinsim {

/// Implementation of a chip's switch.
TIN_ENUM(SwitchImpl, model, pins, rtl, lockstep_pins, lockstep)

/// The block that `impl` names the implementation of.
TIN_ENUM(ImplBlock, cell_switch, tin_switch)

/// One TiN chip.
struct TinConfig {
  unsigned core_mhz = 400;
  unsigned router_latency_cycles = 16;
  SwitchConfig switch_;
  PipelineConfig pipeline;
  VcFifoConfig vc_fifo;
  OutputConfig output;
  SwitchImpl impl = SwitchImpl::model;
  ImplBlock impl_block = ImplBlock::cell_switch;
  std::vector<unsigned> impl_chips = {0};
  BlockChoices blocks;
  TIN_KEYS((core_mhz, "core clock in MHz; each port moves a word per cycle", range(1, 10000)),
           (router_latency_cycles,
            "cycles through an idle chip, wire to wire; cycles above 16 are spent in the receiver, "
            "also by credits",
            range(16, 1000)),
           (switch_), (pipeline), (vc_fifo), (output),
           (impl,
            "implementation of the chips in impl_chips: the chip core; the block model or the "
            "SystemVerilog "
            "behind pins; or the chip core in lockstep with either"),
           (impl_block,
            "the block behind the pins: the cell switch, or the switch chip with the links of its "
            "ports, line words in and out",
            only_with(&TinConfig::impl,
                      {SwitchImpl::pins, SwitchImpl::rtl, SwitchImpl::lockstep_pins,
                       SwitchImpl::lockstep},
                      "with tin.impl: model")),
           (impl_chips, "chips that use impl and blocks; all others use the model", range(0, 1023)),
           (blocks))
};

}  // namespace tinsim
