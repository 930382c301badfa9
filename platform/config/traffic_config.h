// SPDX-License-Identifier: Apache-2.0
// What the user writes about traffic of raw cells.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rtl_models/common/fields.h"

namespace tinsim {

/// Cell sizes in bytes: one value, a uniform range of multiples of 8, or a weighted list.
/// YAML: `160`, `{min: 16, max: 160}`, or `[{bytes: 16, weight: 3}, {bytes: 160, weight: 1}]`.
struct CellBytes {
  struct Item {
    unsigned bytes = 160;
    unsigned weight = 1;
    TIN_FIELDS(bytes, weight)
  };
  std::vector<Item> items = {{160, 1}};  ///< a range is expanded to equal weights
};

/// One traffic entry; entries add up.
struct TrafficConfig {
  std::string pattern = "uniform";  ///< uniform permutation adversarial local_adversarial hotspot
                                    ///< incast trace pcap
  std::string process = "poisson";  ///< bernoulli | poisson | onoff
  std::optional<double> load;       ///< fraction of the reference injection rate per chip
  std::optional<double> gbps;       ///< or: Gb/s offered by each source host, cell headers included
  CellBytes cell_bytes;
  std::vector<unsigned> class_ = {4,
                                  9};  ///< traffic classes, equal shares; DATA of both priorities
  std::string vc = "class";  ///< class: class*3 + phase | destination: destination port modulo vcs
  unsigned offset = 1;       ///< adversarial: pod + offset; local_adversarial: TiN + offset
  std::vector<unsigned> sources;  ///< host numbers; empty: all
  std::vector<unsigned> targets;  ///< hotspot, incast: host numbers
  double fraction = 0.1;          ///< hotspot: share of cells that go to a target
  double burst_cells = 32;        ///< onoff: mean cells per burst, sent at line rate
  std::string file;               ///< trace, pcap: path, relative to the config file
  double time_scale = 1;          ///< trace, pcap: recorded times are multiplied by this
  bool loop = false;              ///< trace, pcap: start again at the end
  TIN_FIELDS(pattern, process, load, gbps, cell_bytes, class_, vc, offset, sources, targets,
             fraction, burst_cells, file, time_scale, loop)
};

}  // namespace tinsim
