// SPDX-License-Identifier: Apache-2.0
// Runs on several ranks with one thing planted. Each rank prints `rank <n> status <s> <text>`: the
// state hash at the first, or what broke.
//
// Usage: ranks_probe CONFIG healthy|cut|late_cell|expired_cell|expired_cells|extra_credit
#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <systemc>

#include "base/errors.h"
#include "platform/network/routing/route_tables.h"
#include "platform/ranks/launch.h"
#include "platform/run/audit.h"
#include "platform/run/run.h"
#include "platform/validate/load.h"

namespace tinsim {
namespace {

/// Those of the set-up and the warm-up, and some of the measurement.
constexpr unsigned kExchangesBefore = 30;

/// Between two ranks one cell becomes due a cycle later than it was sent. For runs without audits,
/// which exchange other things.
class LateCell final : public Ranks {
 public:
  explicit LateCell(Ranks& real) : real_(real) {}
  unsigned rank() const override { return real_.rank(); }
  unsigned size() const override { return real_.size(); }
  void add_up(std::vector<uint64_t>& values) override { real_.add_up(values); }
  void abort(int status) override { real_.abort(status); }
  void exchange(const std::vector<Bytes>& to, std::vector<Bytes>& from) override {
    std::vector<Bytes> sent = to;
    if (rank() == 1 && ++exchanges_ > kExchangesBefore && !done_) delay_one(sent[0]);
    real_.exchange(sent, from);
  }

 private:
  /// A window's message: a flag, then for each pod the number of cells, and the cells with their
  /// due cycles behind them.
  void delay_one(Bytes& bytes) {
    uint64_t cells = 0;
    std::memcpy(&cells, &bytes[1], sizeof cells);
    if (cells == 0) return;
    Cycle due = 0;
    char* const at = &bytes[1 + sizeof cells + sizeof(Cell)];
    std::memcpy(&due, at, sizeof due);
    ++due;
    std::memcpy(at, &due, sizeof due);
    done_ = true;
  }

  Ranks& real_;
  unsigned exchanges_ = 0;
  bool done_ = false;
};

std::string hash_of(const PlatformConfig& config, Ranks& ranks) {
  RunOptions options;
  options.ranks = &ranks;
  const RunResult result = run_simulation(config, options);
  return ranks.is_first() ? fmt::format("{:016x}", result.state_hash) : "";
}

/// The last rank notes SIGTERM in its seventh batch, and what is measured until then counts.
std::string cut_run(const PlatformConfig& config, Ranks& ranks) {
  RunOptions options;
  options.ranks = &ranks;
  unsigned batches = 0;
  options.cut_by = [&] { return ++batches == 7 && ranks.rank() == ranks.size() - 1 ? SIGTERM : 0; };
  const RunResult result = run_simulation(config, options);
  if (!result.cut) return "not cut";
  if (!ranks.is_first()) return fmt::format("cut at {}", result.cycles);
  return fmt::format("{:016x} of {} cells, cut at {}", result.state_hash, result.cells.delivered,
                     result.cycles);
}

unsigned global_port(const ChipInfo& chip) {
  for (unsigned port = 0; port < chip.ports.size(); ++port) {
    if (chip.ports[port].kind == PortKind::kGlobal) return port;
  }
  throw std::runtime_error("the last chip has no global link");
}

void expire_cell(Platform& platform, std::size_t chip) {
  if (!platform.has(chip)) return;
  Cell expired;
  expired.words = 2;
  expired.hop = 0;
  platform.tin(chip).cell_switch().mailbox().push_cell(0, 70, expired);
}

std::string break_platform(const PlatformConfig& config, Ranks& ranks, const std::string& what) {
  const Topology topology = make_topology(config);
  const auto tables = make_route_tables(config, topology);
  Platform platform("net", config, topology, tables, make_traffic(config, topology), 400, ranks);
  const std::size_t last = topology.chips.size() - 1;
  if (what != "extra_credit") expire_cell(platform, last);
  if (what == "expired_cells") expire_cell(platform, 1);
  platform.run_to(400);
  audit(platform, topology);
  if (what == "extra_credit" && platform.has(last)) {
    const unsigned port = global_port(topology.chips[last]);
    platform.tin(last).cell_switch().mailbox().push_credit(port, 450, {1, 5});
  }
  audit(platform, topology);
  return "nothing";
}

int probe(const std::string& file, const std::string& what, Ranks& ranks) {
  int status = 0;
  std::string text;
  try {
    const PlatformConfig config = load_config(file, {});
    LateCell late(ranks);
    if (what == "healthy") {
      text = hash_of(config, ranks);
    } else if (what == "cut") {
      text = cut_run(config, ranks);
    } else if (what == "late_cell") {
      text = hash_of(config, late);
    } else {
      text = break_platform(config, ranks, what);
    }
  } catch (const InvariantError& error) {
    status = 3;
    text = error.what();
  }
  std::printf("rank %u status %d %s\n", ranks.rank(), status, text.c_str());
  std::fflush(stdout);
  return status;
}

}  // namespace
}  // namespace tinsim

int sc_main(int argc, char* argv[]) {
  if (argc != 3) return 2;
  const auto ranks = tinsim::join_ranks();
  return tinsim::probe(argv[1], argv[2], *ranks);
}
