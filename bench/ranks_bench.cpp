// SPDX-License-Identifier: Apache-2.0
// Messages and CPU time of the ranks of one run: the measurement of bench/ranks_model.py.
//
// Usage: tinsim_ranks_bench RANKS CONFIG [PATH=VALUE]...
// Each rank prints one line of JSON: its rank, exchanges, bytes sent, CPU seconds in all and in
// exchanges, and the CPU seconds before each exchange.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "base/errors.h"
#include "base/stopwatch.h"
#include "platform/ranks/forked_ranks.h"
#include "platform/run/run.h"
#include "platform/validate/load.h"

namespace tinsim {
namespace {

/// Other ranks, with a count of what this one sends.
class CountedRanks final : public Ranks {
 public:
  explicit CountedRanks(Ranks& real) : real_(real) {}
  unsigned rank() const override { return real_.rank(); }
  unsigned size() const override { return real_.size(); }
  void add_up(std::vector<uint64_t>& values) override { real_.add_up(values); }
  void abort(int status) override { real_.abort(status); }
  void exchange(const std::vector<Bytes>& to, std::vector<Bytes>& from) override {
    const TimeSpent begin = time_now();
    real_.exchange(to, from);
    const TimeSpent end = time_now();
    for (const Bytes& message : to) bytes_ += message.size();
    between_s_.push_back(begin.cpu_s - last_.cpu_s);
    exchange_cpu_s_ += end.cpu_s - begin.cpu_s;
    last_ = end;
  }

  std::string line() const {
    return fmt::format(
        R"({{"rank": {}, "exchanges": {}, "bytes": {}, "cpu_s": {}, "exchange_cpu_s": {}, )"
        R"("between_s": [{:.7f}]}})",
        rank(), between_s_.size(), bytes_, time_now().cpu_s, exchange_cpu_s_,
        fmt::join(between_s_, ", "));
  }

 private:
  Ranks& real_;
  TimeSpent last_ = time_now();
  uint64_t bytes_ = 0;
  double exchange_cpu_s_ = 0;
  std::vector<double> between_s_;
};

int measure(unsigned ranks, const std::string& file, const std::vector<std::string>& settings) try {
  const PlatformConfig config = load_config(file, settings);
  const std::unique_ptr<Ranks> forked = ranks > 1 ? fork_ranks(ranks) : std::make_unique<Ranks>();
  CountedRanks counted(*forked);
  RunOptions options;
  options.ranks = &counted;
  run_simulation(config, options);
  fmt::print("{}\n", counted.line());
  std::fflush(stdout);
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "tinsim_ranks_bench: {}\n", error.what());
  return 1;
}

}  // namespace
}  // namespace tinsim

int sc_main(int argc, char* argv[]) {
  if (argc < 3) return 2;
  return tinsim::measure(static_cast<unsigned>(std::stoul(argv[1])), argv[2],
                         {argv + 3, argv + argc});
}
