// SPDX-License-Identifier: Apache-2.0
// Data of one run in a report, from the files of its result folder.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "platform/report/network_data.h"
#include "platform/statistics/section.h"

namespace tinsim {

/// summary.json as written, but the seed as text: JavaScript would round a large one. Throws
/// UsageError if the folder has none, ConfigError if it is damaged.
nlohmann::ordered_json read_summary(const std::filesystem::path& folder);

/// Everything about a run:
///   `summary`, `config` (YAML text), `traffic` (one line of text per traffic item);
///   `network`: its number in `networks`, absent where network.json is;
///   `latency`: {scope: [[ns, cumulative fraction], …]}, for all cells and classes;
///   `batches`: [[phase, end in us, cells, mean ns, offered, accepted in Gb/s per TiN], …];
///   `ports`: [[chip, port, kind, cells, words, stall cycles by input, output, credit, queue, peak
///   words], …], VCs added up;
///   `vcs`: the same from `cells` to `queue` by [kind, vc];
///   `link_names`, `links`: links.csv;
///   `sections`: [{`name`, `text`, `rows`: [[name, value, unit, meaning], …]}, …]: those of
///   `sections` that the run has and the page has no presentation for;
///   `missing`: what could not be shown and why.
/// Throws UsageError if there is no summary.json, ConfigError if a file is damaged. Other files may
/// be missing.
nlohmann::ordered_json read_run(const std::filesystem::path& folder, Networks& networks,
                                const ResultSections& sections = {});

}  // namespace tinsim
