// SPDX-License-Identifier: Apache-2.0
// A small run result with every part filled, for the tests of the writers.
#pragma once

#include <string>

#include "platform/statistics/result.h"

namespace tinsim {

/// Two chips at 400 MHz; latencies 160, 200 … cycles = 400, 500 … ns.
inline RunResult sample() {
  RunResult r;
  r.config_path = "configs/pair \"quoted\".yaml";
  r.config_yaml = "topology:\n  kind: pair\n";
  r.network = "pair, 2 TiNs";
  r.seed = 18446744073709551615u;
  r.core_mhz = 400;
  r.chips = 2;
  r.cycles = 12000;
  r.warmup_cycles = 4000;
  r.measure_cycles = 8000;
  r.wall_s = 0.1;
  r.cell_hops = 3000;
  r.peak_rss_bytes = 12345678;
  r.cells = {1500, 1480, 13, {{"header", 3}, {"damaged", 4}}};
  r.offered_words = 20000;
  r.accepted_words = 19900;
  r.state_hash = 0xabc;
  for (unsigned c : {2u, 4u}) {
    ClassResult result{c, {}};
    for (unsigned i = 0; i < 100 * c; ++i) result.latency_cycles.add(160 + 40 * (i % 5));
    r.latency_cycles.merge(result.latency_cycles);
    r.classes.push_back(result);
  }
  TerminalPortResult port{1, 44, {}};
  for (int i = 0; i < 9; ++i) port.latency_cycles.add(200);
  r.terminal_ports.push_back(port);
  r.hops_sum = 1200;
  r.hops_cells = 600;
  r.ports = {{0, 0, 0, 3, PortKind::kLocal, 12, 70, 1400, 5, 6, 7, 8, 40},
             {0, 0, 0, 4, PortKind::kLocal, 12, 0, 0, 0, 0, 0, 0, 0},
             {0, 0, 0, 5, PortKind::kGlobal, 13, 0, 0, 0, 0, 9, 0, 20},
             {1, 0, 1, 44, PortKind::kTerminal, 31, 30, 600, 0, 0, 0, 0, 20}};
  r.warmup_batches = {{400, 0, 0, 1000, 900, 2}};
  r.batches = {{400, 30, 6000, 1000, 990, 0.5}, {400, 30, 6030, 1000, 1000, 0}};
  r.mean_latency = {r.latency_cycles.mean(), 2, 30, true};
  r.verdict = {true, false, ""};
  return r;
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace tinsim
