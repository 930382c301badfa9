// SPDX-License-Identifier: Apache-2.0
// Flow state of a Clique's controller, as a report.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include "platform/controller/flow_state/flow_state.h"

namespace tinsim::control {
namespace {

constexpr double kMib = 1024.0 * 1024.0;

class Report {
 public:
  Report(std::ostream& out, const FlowState& state)
      : out_(out),
        state_(state),
        is_paper_(state.pods == 48 && state.tins_per_pod == 12 && state.ports == 50) {}

  void write() {
    fmt::print(out_, "{} TiNs in {} pods, {} ports each\n\n", state_.tins, state_.pods,
               state_.ports);
    fmt::print(out_, "{:<44} {:>10} {:>12}  {}\n", "flows", "per TiN", "per Clique",
               is_paper_ ? "paper" : "");
    gnet();
    if (state_.addresses != 0) ip();
    memory();
    differences();
  }

 private:
  void row(const char* name, std::uint64_t count, const char* paper) {
    const double each = static_cast<double>(count) / static_cast<double>(state_.tins);
    fmt::print(out_, "{:<44} {:>10.{}f} {:>12}  {}\n", name, each, count % state_.tins == 0 ? 0 : 1,
               count, is_paper_ ? paper : "");
  }
  void gnet() {
    row("GNet raw: ports x destinations x phases", state_.ports_formula(), "almost 5 M");
    row("  of these with a route, spare ports left out", state_.gnet_expanded, "");
    row("GNet reduced: classes x destinations x phases", state_.classes_formula(), "about 700 k");
    row("  of these with a route: flows in the NIB", state_.gnet_flows, "");
    row("  groups that they use", state_.gnet_groups, "");
    row("outputs of expanded flows", state_.outputs, "");
    row("  pruned, as they lead back to the input", state_.pruned, "");
  }
  void ip() {
    row("IP raw: addresses x TiNs", state_.addresses * state_.tins, "about 1.9 M");
    row("  of these with a route", state_.ip_expanded, "");
    row("IP reduced: indexed groups", state_.ip_flows, "divided by 576");
  }
  void memory(const char* name, const NibSizes& sizes) {
    fmt::print(out_, "{:<44} {:>10} {:>12.2f} {:>12.2f} {:>8.1f}\n", name, sizes.records,
               static_cast<double>(sizes.raw_bytes) / kMib,
               static_cast<double>(sizes.compressed_bytes) / kMib,
               static_cast<double>(sizes.raw_bytes) / static_cast<double>(sizes.compressed_bytes));
  }
  void memory() {
    fmt::print(out_, "\n{:<44} {:>10} {:>12} {:>12} {:>8}\n", "memory of the NIB", "records",
               "raw MiB", "zlib MiB", "ratio");
    memory("flows, groups and setup as intended", state_.intent);
    memory("all tables, with the same as installed", state_.all);
  }
  void differences() {
    if (!is_paper_) return;
    fmt::print(out_, R"(
The paper's figures have no factors; those above are the products that meet them.
GNet raw: 50 input ports, 47 remote pods and 11 TiNs of the own pod, 3 VC phases: 8700 per TiN.
GNet reduced: 6 classes instead of 50 ports: 1044 per TiN, 601344; the paper has "approximately
  700k". With 18 terminal endpoints of 10 classes per TiN it is 705024: here registers of the
  endpoints deliver their cells, without flows.
Flows exist where a cell can be and has a route: at a terminal it is in phase 0, behind a global
  link it is in another one, and few of the turns of local links are on minimal routes.
)");
    if (state_.addresses != 0)
      fmt::print(
          out_,
          R"(IP raw: 1152 hosts and 576 control processors, IPv4 and IPv6: 3456 addresses at 576 TiNs,
  1990656. The paper has 1.9 million; without those of the own TiN it is 1987200.
IP reduced: 6 subnets at each TiN, each with a group of 576 members: 3456.
)");
  }

  std::ostream& out_;
  const FlowState& state_;
  const bool is_paper_;
};

}  // namespace

void write_flow_state(std::ostream& out, const FlowState& state) { Report(out, state).write(); }

}  // namespace tinsim::control
