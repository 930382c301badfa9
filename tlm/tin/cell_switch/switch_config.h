// SPDX-License-Identifier: Apache-2.0
// The cell switch of every chip: sections `tin.switch`, `tin.vc_fifo` and
// `tin.output` of a configuration.
#pragma once

#include <vector>

#include "base/ratio.h"
#include "rtl_models/common/keys.h"
#include "rtl_models/common/named_enum.h"

namespace tinsim {

/// How the requests of a cycle become a matching; docs/reference/arbiters.md.
TIN_ENUM(ArbiterKind, islip, rrm, pim, wavefront, lqf, ocf)

/// The central cell switch.
struct SwitchConfig {
  unsigned ports = 50;
  ArbiterKind arbiter = ArbiterKind::islip;
  unsigned islip_iterations = 1;
  unsigned arbitration_cycles = 1;
  unsigned vcs = 32;
  Ratio crossbar_speedup = 1;
  unsigned word_bits = 64;
  unsigned header_bytes = 8;
  TIN_KEYS(
      (ports, "ports of the cell switch; more than 64 with raw cells alone", range(2, 256)),
      (arbiter,
       "iSLIP; round-robin matching; parallel iterative matching; wrapped wave front; longest "
       "queue first; oldest cell first. Chips on pins have islip or rrm; wavefront with blocks "
       "in tin.blocks and 50 ports"),
      (islip_iterations, "request-grant-accept rounds per arbitration", range(1, 4),
       only_with(&SwitchConfig::arbiter,
                 {ArbiterKind::islip, ArbiterKind::rrm, ArbiterKind::pim, ArbiterKind::lqf,
                  ArbiterKind::ocf},
                 "with tin.switch.arbiter: wavefront")),
      (arbitration_cycles,
       "cycles from one arbitration to the next; 20 are the slot of a 160-byte cell. Chips on pins "
       "have 1",
       range(1, 32)),
      (vcs, "virtual channels per port; more than 32 with raw cells alone", range(1, 64)),
      (crossbar_speedup,
       "words that the crossbar moves per port and cycle, as 2, 1.5 or 4/3; links carry one. Chips "
       "on pins have 1 or 2",
       range(1, 4)),
      (word_bits,
       "bits that a port moves per cycle, a multiple of 32; other than 64 with raw cells alone",
       range(32, 256)),
      (header_bytes,
       "header of a cell, a multiple of 4: a chip routes a cell when it has all of it; other than "
       "8 with raw cells alone",
       range(4, 64)))
};

/// Depth of each input VC FIFO in words, by the kind of its port.
struct VcFifoConfig {
  unsigned local_words = 128;
  unsigned global_words = 512;
  unsigned terminal_words = 128;
  unsigned local_shared_words = 0;
  unsigned global_shared_words = 0;
  TIN_KEYS((local_words, "depth of each input VC FIFO on a local link, in words", range(20, 2047)),
           (global_words, "depth of each input VC FIFO on a global link, in words",
            range(20, 2047)),
           (terminal_words, "depth of each input VC FIFO on a terminal port, in words",
            range(20, 2047)),
           (local_shared_words,
            "words of a port on a local link that its VC FIFOs share; local_words are then the "
            "reserved minimum of each",
            range(0, 2027)),
           (global_shared_words, "the same on a global link", range(0, 2027)))
};

/// Quality of service between the VCs of an output queue.
struct OutputConfig {
  std::vector<unsigned> strict_vcs;
  std::vector<unsigned> weights = {1};
  unsigned queue_words = 40;
  TIN_KEYS((strict_vcs,
            "VCs served before all others, by the arbiter and by output queues; empty, and one "
            "weight: those of ip.strict_handshake and of the cells of ip.*.strict_classes",
            range(0, 63)),
           (weights, "weight of each VC in the weighted round robin; one entry serves all VCs",
            range(1, 255)),
           (queue_words, "space per output VC, in words", range(20, 255)))
};

}  // namespace tinsim
