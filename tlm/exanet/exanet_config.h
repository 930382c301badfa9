// SPDX-License-Identifier: Apache-2.0
// Section `exanet` of a configuration: the nodes of a network of ExaNet chips.
// docs/reference/exanet.md.
#pragma once

#include <vector>

#include "rtl_models/common/block_choices.h"
#include "rtl_models/common/keys.h"

namespace tinsim {

/// Choice of the virtual channel, in the order of ExanetVcRule.
TIN_ENUM(ExanetChannelRule, difference, offset, dateline)
TIN_ENUM(ExanetArbiter, round_robin, fixed_priority)
/// Buffers of the paper, or small ones, which show what waits for space.
TIN_ENUM(ExanetBuffers, paper, small)
/// Mover of the words of an intra-tile port: a DMA engine, or ARM cores by registers.
TIN_ENUM(ExanetPortAccess, dma, arm)

/// Times are in cycles of the clock; the paper, 3.3, 3.4 and 4.2.
struct ExanetConfig {
  double clock_mhz = 156.25;
  std::vector<unsigned> priority = {0, 1, 2};
  ExanetChannelRule vc_rule = ExanetChannelRule::dateline;
  ExanetArbiter arbiter = ExanetArbiter::round_robin;
  ExanetBuffers buffers = ExanetBuffers::paper;
  ExanetPortAccess access = ExanetPortAccess::dma;
  unsigned tred_words = 32;
  unsigned refresh_cycles = 1000;
  unsigned line_cycles = 20;
  double bit_error_rate = 0;
  BlockImpl impl = BlockImpl::model;
  std::vector<unsigned> impl_nodes = {0};
  TIN_KEYS(
      (clock_mhz, "clock of the nodes in MHz; a link moves 64 bits per cycle, the bus 128",
       above(0, 10000)),
      (priority,
       "dimensions in the order in which a packet takes them; a permutation of 0, 1 and 2",
       range(0, 2)),
      (vc_rule,
       "upper channel where the coordinate of the destination is greater; where the shortest way "
       "goes up; or after the link between the last node and the first"),
      (arbiter, "choice among packets for one output; fixed_priority: the lowest queue first"),
      (buffers, "buffers of the paper, or small ones: 16 words of headers, 64 of payload per link"),
      (access, "words of intra-tile ports: one per cycle; or 4 cycles to write and 20 to read one"),
      (tred_words, "words of credit below which a sender starts no packet", range(1, 1024)),
      (refresh_cycles, "cycles after which an end of a link repeats its credit word",
       range(1, 65535)),
      (line_cycles, "cycles of transceivers and cable, from pin to pin", range(1, 10000)),
      (bit_error_rate, "share of wrong bits on lines; errors are independent", range(0, 0.01)),
      (impl, "router of the nodes in impl_nodes: the model, its SystemVerilog, or both compared"),
      (impl_nodes, "nodes whose router is impl; all others have the model", range(0, 1023)))
};

}  // namespace tinsim
