// SPDX-License-Identifier: Apache-2.0
// Data of one run in a report, from the files of its result folder.
#include "platform/report/run_data.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <map>
#include <sstream>
#include <string>
#include <utility>

#include "base/errors.h"
#include "base/json_file.h"
#include "base/yaml_document.h"
#include "platform/config/reader.h"
#include "platform/network/network_file.h"
#include "platform/report/check_files.h"
#include "platform/report/result_table.h"
#include "platform/result/manifest.h"
#include "platform/statistics/section_rows.h"

namespace tinsim {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxMb = 16;  ///< of a file that is read whole

/// One line per traffic item: its main parameters.
Json describe_traffic(const std::string& config) {
  Json lines = Json::array();
  for (const YAML::Node& item : load_only_document(config)["traffic"]) {
    std::string line;
    for (const char* key : {"pattern", "process", "load", "cell_bytes", "class", "file"}) {
      const YAML::Node value = item[key];
      if (!value || (value.IsScalar() && value.Scalar().empty())) continue;
      YAML::Emitter text;
      text << YAML::Flow << value;
      line += fmt::format("{}{} {}", line.empty() ? "" : ", ", key, text.c_str());
    }
    lines.push_back(line);
  }
  return lines;
}

/// A missing or unreadable file affects only its part of the report. Only the folder is read: a
/// configuration from another person could name any file of the reader.
template <class Add>
void add_part(const fs::path& path, const char* lost, Json& run, const Add& add) try {
  if (fs::exists(path)) return add();
  run["missing"].push_back(fmt::format("{} is missing: no {}", path.filename().string(), lost));
} catch (const ConfigError& error) {
  run["missing"].push_back(fmt::format("no {}: {}", lost, error.what()));
} catch (const YAML::Exception& error) {
  run["missing"].push_back(fmt::format("no {}: {}: {}", lost, path.string(), error.what()));
}

void add_config(const fs::path& path, Json& run) {
  const std::string config = read_text_file(path);
  run["config"] = config;
  run["traffic"] = describe_traffic(config);
}

constexpr std::size_t kCounts = 6;  ///< cells, words, four causes of stalls
using Counts = std::array<uint64_t, kCounts>;

Json row_of(Json keys, const Counts& counts) {
  for (const uint64_t count : counts) keys.push_back(count);
  return keys;
}

void add_ports(const fs::path& path, Json& run) {
  struct Port {
    std::string kind;
    Counts counts{};
    uint64_t peak = 0;
  };
  std::map<std::pair<uint64_t, uint64_t>, Port> ports;
  std::map<std::pair<std::string, uint64_t>, Counts> vcs;
  ResultTable table(path);
  const std::size_t chip = table.column("chip"), port = table.column("port"),
                    kind = table.column("kind"), vc = table.column("vc"),
                    peak = table.column("peak_words");
  const std::array<std::size_t, kCounts> columns = {table.column("cells"),
                                                    table.column("words"),
                                                    table.column("stall_input_cycles"),
                                                    table.column("stall_output_cycles"),
                                                    table.column("stall_credit_cycles"),
                                                    table.column("stall_queue_cycles")};
  while (table.next()) {
    Port& of_port = ports[{table.count(chip), table.count(port)}];
    Counts& of_vc = vcs[{table.text(kind), table.count(vc)}];
    of_port.kind = table.text(kind);
    of_port.peak = std::max(of_port.peak, table.count(peak));
    for (std::size_t i = 0; i < kCounts; ++i) {
      of_port.counts[i] += table.count(columns[i]);
      of_vc[i] += table.count(columns[i]);
    }
  }
  for (const auto& [place, p] : ports) {
    run["ports"].push_back(row_of({place.first, place.second, p.kind}, p.counts));
    run["ports"].back().push_back(p.peak);
  }
  for (const auto& [place, counts] : vcs)
    run["vcs"].push_back(row_of({place.first, place.second}, counts));
}

void add_links(const fs::path& path, Json& run) {
  ResultTable table(path);
  run["link_names"] = table.names();
  const std::size_t kind = table.column("kind"), fidelity = table.column("fidelity");
  while (table.next()) {
    Json row = Json::array();
    for (std::size_t i = 0; i < table.names().size(); ++i) {
      if (i == kind || i == fidelity) {
        row.push_back(table.text(i));
      } else {
        row.push_back(table.is_empty(i) ? Json() : Json(table.count(i)));
      }
    }
    run["links"].push_back(std::move(row));
  }
}

void add_latency(const fs::path& path, Json& run) {
  constexpr std::size_t kMaxScopes = 100;  // all cells, and the classes
  ResultTable table(path);
  const std::size_t scope = table.column("scope"), high = table.column("high_ns"),
                    fraction = table.column("cumulative_fraction");
  while (table.next()) {
    const std::string name = table.text(scope);
    if (name.rfind("port ", 0) == 0) continue;  // hundreds of curves show nothing
    if (run["latency"].size() == kMaxScopes && !run["latency"].contains(name))
      table.fail(fmt::format("scope: is another one; expected at most {}", kMaxScopes));
    run["latency"][name].push_back({table.number(high), table.number(fraction)});
  }
}

void add_batches(const fs::path& path, Json& run) {
  ResultTable table(path);
  const std::size_t phase = table.column("phase"), cycles = table.column("cycles"),
                    cells = table.column("cells"), mean = table.column("latency_mean_ns"),
                    offered = table.column("offered_gbps_per_tin"),
                    accepted = table.column("accepted_gbps_per_tin");
  const std::string summary = (path.parent_path() / "summary.json").string();
  const double mhz = JsonObject{summary, "", run["summary"]}.number("core_mhz", 0);
  double end = 0;
  while (table.next()) {
    end += static_cast<double>(table.count(cycles));
    run["batches"].push_back({table.text(phase), mhz > 0 ? Json(end / mhz) : Json(),
                              table.count(cells),
                              table.is_empty(mean) ? Json() : Json(table.number(mean)),
                              table.number(offered), table.number(accepted)});
  }
}

/// hosts.js presents these.
constexpr std::array kOwnPresentation = {"ip", "rma", "pcie", "cliquemap"};

/// The entry of a section in summary.json; null: there is none.
const Json* section_in(const Json& summary, const std::string& name) {
  const Json* at = &summary;
  std::istringstream keys(name);
  for (std::string key; std::getline(keys, key, '.');) {
    if (!at->is_object() || !at->contains(key)) return nullptr;
    at = &(*at)[key];
  }
  return at;
}

void add_sections(const ResultSections& sections, Json& run) {
  for (const auto& section : sections) {
    const std::string name = section->name();
    const Json* const json = section_in(run["summary"], name);
    if (json == nullptr || std::count(kOwnPresentation.begin(), kOwnPresentation.end(), name) != 0)
      continue;
    Json rows = Json::array();
    for (const SectionRow& row : section_rows(section->fields(), *json))
      rows.push_back({row.name, row.value, row.unit, row.text});
    run["sections"].push_back({{"name", name}, {"text", section->text()}, {"rows", rows}});
  }
}

}  // namespace

Json read_summary(const fs::path& folder) {
  Json summary = read_json(folder / "summary.json", kMaxMb);
  if (summary.contains("seed")) summary["seed"] = summary["seed"].dump();
  return summary;
}

Json read_run(const fs::path& folder, Networks& networks, const ResultSections& sections) {
  const bool is_checked =
      check_files(folder, {"summary.json", "config.yaml", "ports.csv", "links.csv", "latency.csv",
                           "batches.csv", "network.json"});
  Json run = {{"summary", read_summary(folder)}, {"missing", Json::array()}};
  for (const char* list : {"ports", "vcs", "links", "batches", "sections"})
    run[list] = Json::array();
  run["latency"] = Json::object();
  add_sections(sections, run);
  add_part(folder / "config.yaml", "configuration", run,
           [&] { add_config(folder / "config.yaml", run); });
  add_part(folder / "network.json", "links between chips", run,
           [&] { run["network"] = networks.add(read_network(folder / "network.json")); });
  const auto add = [&](const char* name, void (*add_file)(const fs::path&, Json&)) {
    if (fs::exists(folder / name)) {
      add_file(folder / name, run);
    } else {
      run["missing"].push_back(fmt::format("{} is missing", name));
    }
  };
  add("ports.csv", add_ports);
  add("links.csv", add_links);
  add("latency.csv", add_latency);
  add("batches.csv", add_batches);
  if (!is_checked) {
    run["missing"].push_back(
        fmt::format("{} is missing: the files may have changed since the run", Manifest::kName));
  }
  return run;
}

}  // namespace tinsim
