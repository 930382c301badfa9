// SPDX-License-Identifier: Apache-2.0
// Which implementation of each block a chip uses: the section `tin.blocks`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rtl_models/common/fields.h"
#include "rtl_models/common/keys.h"
#include "rtl_models/common/named_enum.h"

namespace tinsim {

/// `rtl`: the Verilated SystemVerilog gives the outputs. `lockstep`: the model does, and the
/// SystemVerilog gets equal inputs and is compared with it in every cycle.
TIN_ENUM(BlockImpl, model, rtl, lockstep)

/// All blocks of rtl_models/blocks.cmake, which checks this list, but those of TIN_APART: whole
/// switches, which are `tin.impl`.
#define TIN_BLOCK_NAMES                                                                         \
  cell_header_codec, vc_fifo, credit_counter, islip_arbiter, round_arbiter, wavefront_arbiter,  \
      crossbar, output_queue, route_select, fc_sender, ordered_set_codec, tx_scheduler, pcs_tx, \
      rs_fec_encoder, tx_gearbox, rx_gearbox, rs_fec_decoder, pcs_rx, link_rx, fc_receiver,     \
      link_state, latency_meter, mos_mailbox, time_sync, ip_lookup, ttl_update, cellifier,      \
      cts_scheduler, reassembly_buffer, reorder_queue, ecn_ctd, command_slots, region_table,    \
      solicitation, request_codec, response_segmenter, timeout_wheel, register_file

#define TIN_BLOCK_MEMBER(block) std::optional<BlockImpl> block;

/// A block that is unset is its model.
struct BlockChoices {
  TIN_EACH(TIN_BLOCK_MEMBER, TIN_BLOCK_NAMES)
  TIN_FIELDS(TIN_BLOCK_NAMES)
  template <class S, class F>
  static void walk_keys(S&& s, F&& fn) {
    walk(s, [&fn](const char* name, auto& field) {
      fn(name, field, KeyRule("implementation of this block in the chips of impl_chips"));
    });
  }

  /// Blocks that are rtl or lockstep.
  std::vector<std::string> chosen() const {
    std::vector<std::string> names;
    walk(*this, [&names](const char* name, const std::optional<BlockImpl>& choice) {
      if (choice.value_or(BlockImpl::model) != BlockImpl::model) names.emplace_back(name);
    });
    return names;
  }
  bool any() const { return !chosen().empty(); }
};
#undef TIN_BLOCK_MEMBER

/// Whether one of these choices is rtl or lockstep.
template <class... Choices>
bool any_chosen(const Choices&... choices) {
  return ((choices.value_or(BlockImpl::model) != BlockImpl::model) || ...);
}

}  // namespace tinsim
