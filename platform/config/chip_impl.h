// SPDX-License-Identifier: Apache-2.0
// `tin.impl` and `tin.blocks`: what the chips in `tin.impl_chips` are made of.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "platform/config/platform_config.h"

namespace tinsim {

/// The chip is one of `tin.impl_chips`.
inline bool is_impl_chip(const PlatformConfig& config, std::size_t chip) {
  const auto& chips = config.tin.impl_chips;
  return std::find(chips.begin(), chips.end(), chip) != chips.end();
}

/// Blocks that only a switch on pins has: the chip core computes what they do without them.
inline bool are_on_pins(const BlockChoices& of) {
  return any_chosen(of.cell_header_codec, of.vc_fifo, of.credit_counter, of.islip_arbiter,
                    of.round_arbiter, of.wavefront_arbiter, of.crossbar, of.output_queue,
                    of.route_select);
}

/// The key that puts chips on pins, its value, and what to ask for instead.
struct PinsKey {
  std::string key, value, without;
};

/// Precondition: switch_impl() is not model.
inline PinsKey pins_key(const TinConfig& tin) {
  if (tin.impl != SwitchImpl::model)
    return {"tin.impl", std::string(word_of(tin.impl)), "tin.impl model"};
  PinsKey found;
  BlockChoices::walk(tin.blocks, [&found](const char* name, const auto& choice) {
    BlockChoices alone;
    BlockChoices::walk(alone, [&](const char* other, auto& of) {
      if (std::string_view(other) == name) of = choice;
    });
    if (!found.key.empty() || !are_on_pins(alone)) return;
    found = {std::string("tin.blocks.") + name, std::string(word_of(*choice)),
             "no block of a switch in tin.blocks"};
  });
  return found;
}

/// Blocks attached to the IP path of a chip.
inline bool are_of_ip(const BlockChoices& of) {
  return any_chosen(of.ip_lookup, of.ttl_update, of.cellifier, of.cts_scheduler,
                    of.reassembly_buffer, of.reorder_queue, of.ecn_ctd);
}

/// Blocks attached to the 1RMA engine of a chip.
inline bool are_of_rma(const BlockChoices& of) {
  return any_chosen(of.command_slots, of.region_table, of.solicitation, of.request_codec,
                    of.response_segmenter, of.timeout_wheel);
}

/// `tin.impl`, or `pins` where blocks need that: the pins of the block models, some of which are
/// RTL.
inline SwitchImpl switch_impl(const PlatformConfig& config) {
  const TinConfig& tin = config.tin;
  return tin.impl == SwitchImpl::model && are_on_pins(tin.blocks) ? SwitchImpl::pins : tin.impl;
}

/// The chips in `tin.impl_chips` have the links of their ports as well.
inline bool is_tin_switch(const PlatformConfig& config) {
  return config.tin.impl != SwitchImpl::model && config.tin.impl_block == ImplBlock::tin_switch;
}

/// The blocks of a chip; all models in chips that are not in `tin.impl_chips`.
inline BlockChoices blocks_of(const PlatformConfig& config, std::size_t chip) {
  return is_impl_chip(config, chip) ? config.tin.blocks : BlockChoices();
}

}  // namespace tinsim
