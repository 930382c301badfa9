// SPDX-License-Identifier: Apache-2.0
// Rules between fields, by section; each adds a line per broken rule. Internal to validate().
#pragma once

#include <string>
#include <vector>

#include "platform/config/error_lines.h"
#include "platform/config/origins.h"
#include "platform/config/platform_config.h"

namespace tinsim {

class RuleErrors {
 public:
  explicit RuleErrors(const Origins& origins) : origins_(origins) {}

  /// `text` is `what is wrong; expected …`.
  void add(const std::string& path, const std::string& text) {
    lines_.add(error_line(origins_.where(path), path, text));
  }
  void expect(bool holds, const std::string& path, const std::string& text) {
    if (!holds) add(path, text);
  }
  const std::vector<std::string>& lines() const { return lines_.lines(); }

 private:
  const Origins& origins_;
  ErrorLines lines_;
};

/// Each entry once, and below `limit`, which `limit_text` explains.
void expect_distinct_below(RuleErrors& errors, const std::string& path,
                           const std::vector<unsigned>& list, unsigned limit,
                           const std::string& limit_text);

struct Topology;
/// The selector `tins` names at least one TiN of the network.
void expect_tins(RuleErrors& errors, const std::string& path, const Topology& topology,
                 const std::string& tins);

/// `file` can be read, as far as can be seen without reading it.
void expect_readable(RuleErrors& errors, const std::string& path, const std::string& file);

/// A result folder is replaced only if all files in it look like a run's; so names must.
void check_result_name(const std::string& path, const std::string& name, const std::string& ending,
                       RuleErrors& errors);

void check_fields(const PlatformConfig& config, RuleErrors& errors);
void check_topology(const PlatformConfig& config, RuleErrors& errors);
/// For kinds that are built from a graph (graph.h). The other rules need the graph: where this one
/// finds an error they cannot be checked.
void check_graph_topology(const PlatformConfig& config, RuleErrors& errors);
/// Of a network given as a graph. Precondition: no other rule is broken.
void check_route_lengths(const PlatformConfig& config, RuleErrors& errors);
void check_routing(const PlatformConfig& config, RuleErrors& errors);
void check_tin(const PlatformConfig& config, RuleErrors& errors);
/// Switches that exceed the base chip, and links of other rates.
void check_switch_shape(const PlatformConfig& config, RuleErrors& errors);
void check_cell_sizes(const PlatformConfig& config, RuleErrors& errors);
void check_blocks(const PlatformConfig& config, RuleErrors& errors);
/// Precondition: no other rule is broken.
void check_blocks_exist(const PlatformConfig& config, RuleErrors& errors);
void check_tin_switch(const PlatformConfig& config, RuleErrors& errors);
/// Precondition: no other rule is broken.
void check_tin_switch_links(const PlatformConfig& config, RuleErrors& errors);
void check_link(const PlatformConfig& config, RuleErrors& errors);
void check_credits(const PlatformConfig& config, RuleErrors& errors);
/// Precondition: no other rule is broken.
void check_links_exist(const PlatformConfig& config, RuleErrors& errors);
void check_ip(const PlatformConfig& config, RuleErrors& errors);
void check_mos(const PlatformConfig& config, RuleErrors& errors);
void check_failures(const PlatformConfig& config, RuleErrors& errors);
void check_tin_variants(const PlatformConfig& config, RuleErrors& errors);
/// The FIFOs of a port with their shared words; `path` is that of the section.
void check_fifo_words(const VcFifoConfig& fifo, const std::string& path, RuleErrors& errors);
/// The TiNs that variants name exist, and are not on pins.
void check_tin_variants_exist(const PlatformConfig& config, RuleErrors& errors);
/// Precondition: no other rule is broken.
void check_failures_exist(const PlatformConfig& config, RuleErrors& errors);
void check_hosts(const PlatformConfig& config, RuleErrors& errors);
void check_ethernet_clos(const PlatformConfig& config, RuleErrors& errors);
/// Without errors of it, the others find the keys of TiN chips at their defaults.
void check_exanet(const PlatformConfig& config, RuleErrors& errors);
/// Precondition: no other rule is broken.
void check_exanet_routes(const PlatformConfig& config, RuleErrors& errors);
void check_pcie(const PlatformConfig& config, RuleErrors& errors);
void check_nic(const PlatformConfig& config, RuleErrors& errors);
void check_rma(const PlatformConfig& config, RuleErrors& errors);
void check_cliquemap(const PlatformConfig& config, RuleErrors& errors);
void check_flows(const PlatformConfig& config, RuleErrors& errors);
/// Precondition: check_topology() found no error.
void check_cell_tracing(const PlatformConfig& config, RuleErrors& errors);
void check_ecp(const PlatformConfig& config, RuleErrors& errors);
void check_controller(const PlatformConfig& config, RuleErrors& errors);
/// Precondition: the network can be made.
void check_controller_tins_exist(const PlatformConfig& config, RuleErrors& errors);
void check_ibr(const PlatformConfig& config, RuleErrors& errors);
void check_tap(const PlatformConfig& config, RuleErrors& errors);
void check_ip_frames(const PlatformConfig& config, RuleErrors& errors);
void check_ip_mac(const PlatformConfig& config, RuleErrors& errors);
void check_time_sync(const PlatformConfig& config, RuleErrors& errors);
/// Precondition: no other rule is broken.
void check_time_sync_trees(const PlatformConfig& config, RuleErrors& errors);
void check_traffic(const PlatformConfig& config, RuleErrors& errors);
void check_run(const PlatformConfig& config, RuleErrors& errors);
/// Builds the network to look its ports up. Precondition: check_topology() found no error.
void check_trace(const PlatformConfig& config, RuleErrors& errors);

}  // namespace tinsim
