// SPDX-License-Identifier: Apache-2.0
// Configuration of the traffic of raw cells.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rtl_models/common/keys.h"

namespace tinsim {

TIN_ENUM(TrafficPattern, uniform, permutation, adversarial, local_adversarial, hotspot, incast,
         trace, pcap)
TIN_ENUM(TrafficProcess, bernoulli, poisson, onoff)
/// Origin of the VC of a cell of one chip: its class, or its destination port.
TIN_ENUM(TrafficVc, class_, destination)

/// Cell sizes in bytes: one value, a uniform range in steps of 8 or of `step` bytes, or a weighted
/// list. YAML: `160`, `{min: 16, max: 160}`, `{min: 64, max: 4096, step: 32}`, or
/// `[{bytes: 16, weight: 3}, {bytes: 160, weight: 1}]`.
struct CellBytes {
  struct Item {
    unsigned bytes = 160;
    unsigned weight = 1;
    TIN_FIELDS(bytes, weight)
  };
  std::vector<Item> items = {{160, 1}};  ///< a range is expanded to equal weights
};

/// The condition of keys of ExaNet chips (platform_config.h).
OnlyIf only_with_exanet();

/// One traffic entry; entries add up.
struct TrafficConfig {
  TrafficPattern pattern = TrafficPattern::uniform;
  TrafficProcess process = TrafficProcess::poisson;
  std::optional<double> load;
  std::optional<double> gbps;
  CellBytes cell_bytes;
  std::vector<unsigned> packet_bytes = {512};
  std::vector<unsigned> class_ = {4, 9};
  TrafficVc vc = TrafficVc::class_;
  unsigned offset = 1;
  std::vector<unsigned> sources;
  std::vector<unsigned> targets;
  double fraction = 0.1;
  double burst_cells = 32;
  std::string file;
  double time_scale = 1;
  bool loop = false;

  /// Cells of a file, which has their times and sizes.
  bool is_recorded() const {
    return pattern == TrafficPattern::trace || pattern == TrafficPattern::pcap;
  }

  TIN_KEYS((pattern, "choice of each source's destination"),
           (process, "when cells of a random pattern are made",
            only_if(
                +[](const TrafficConfig& c) { return !c.is_recorded(); }, {"pattern"},
                "cells that are made, and a recording has its own", "with this pattern")),
           (load, "offered load as a fraction of the chip's reference injection rate; or give gbps",
            range(0, 4)),
           (gbps, "whole cells that each source host offers, in Gb/s; or give load", range(0, 1e6)),
           (cell_bytes,
            "cell sizes, whole words of tin.switch.word_bits: one, a uniform range {min, max, "
            "step} in steps of 8 or of step bytes, or a list of {bytes, weight}; more than 20 "
            "words with raw cells alone; a single word only with link.credits: ideal",
            range(4, 4096),
            only_if(
                +[](const TrafficConfig& c) { return !c.is_recorded(); }, {"pattern"},
                "cells that are made, and a recording has its own", "with this pattern")),
           (packet_bytes,
            "payload sizes of ExaNet packets, multiples of 16 bytes; each packet draws one",
            range(0, 512), only_with_exanet()),
           (class_, "traffic classes; each cell draws one", range(0, 9)),
           (vc, "VC = class*3 + phase; or destination port modulo vcs (kind single)"),
           (offset,
            "adversarial: pod + offset, in other kinds chip with hosts or group + offset; "
            "local_adversarial: TiN + offset",
            range(1, 1023),
            only_with(&TrafficConfig::pattern,
                      {TrafficPattern::adversarial, TrafficPattern::local_adversarial},
                      "with this pattern")),
           (sources, "host numbers that send; empty: all", range(0, 65535),
            only_if(
                +[](const TrafficConfig& c) { return !c.is_recorded(); }, {"pattern"},
                "cells that are made, and a recording has its own", "with this pattern")),
           (targets, "hotspot, incast: host numbers of the targets", range(0, 65535),
            only_with(&TrafficConfig::pattern, {TrafficPattern::hotspot, TrafficPattern::incast},
                      "with this pattern")),
           (fraction, "hotspot: share of cells that go to a target", range(0, 1),
            only_with(&TrafficConfig::pattern, {TrafficPattern::hotspot}, "with this pattern")),
           (burst_cells, "onoff: mean cells per burst, sent at the rate of the port", range(1, 1e9),
            only_if(
                +[](const TrafficConfig& c) {
                  return c.process == TrafficProcess::onoff && !c.is_recorded();
                },
                {"process", "pattern"}, "onoff", "with this process")),
           (file, "trace, pcap: path, relative to this file (in --set: to the current folder)",
            only_with(&TrafficConfig::pattern, {TrafficPattern::trace, TrafficPattern::pcap},
                      "with this pattern")),
           (time_scale, "trace, pcap: recorded times are multiplied by this", above(0, 1e9),
            only_with(&TrafficConfig::pattern, {TrafficPattern::trace, TrafficPattern::pcap},
                      "with this pattern")),
           (loop, "trace, pcap: start again at the end",
            only_with(&TrafficConfig::pattern, {TrafficPattern::trace, TrafficPattern::pcap},
                      "with this pattern")))
};

}  // namespace tinsim
