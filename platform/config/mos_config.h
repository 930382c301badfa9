// SPDX-License-Identifier: Apache-2.0
// Section `mos` of a configuration: MOS words of control processors to their neighbours.
#pragma once

#include "rtl_models/common/keys.h"
#include "tlm/tin/cell_switch/mos_port.h"

namespace tinsim {

/// Words without firmware: every chip sends on all of its links at random times, and reads.
struct MosConfig : MosParams {
  double words_per_us = 0;
  double read_words_per_us = 0;
  TIN_KEYS((words_per_us,
            "mean rate at which each chip writes MOS words of 6 bytes to each of its links, at "
            "random times; 0: none. A link carries one in 64 cycles at most",
            range(0, 1000)),
           (read_words_per_us,
            "rate at which received words are read at each link; 0: as soon as they can be",
            range(0, 1000),
            only_if(
                +[](const MosConfig& c) { return c.words_per_us > 0; }, {"words_per_us"},
                "MOS words", "without mos.words_per_us")),
           (tx_words, "MOS words that wait at a link to be sent, at most", range(2, 128),
            only_if(
                +[](const MosConfig& c) { return c.words_per_us > 0; }, {"words_per_us"},
                "MOS words", "without mos.words_per_us")),
           (rx_words, "MOS words received at a link that wait to be read, at most; more are lost",
            range(2, 128),
            only_if(
                +[](const MosConfig& c) { return c.words_per_us > 0; }, {"words_per_us"},
                "MOS words", "without mos.words_per_us")))

  bool is_on() const { return words_per_us > 0; }
};

}  // namespace tinsim
