// SPDX-License-Identifier: Apache-2.0
// Cost of one slot of a wire-fidelity link: items per second are slots per second.
#include <benchmark/benchmark.h>

#include "rtl_models/parts/ordered_set.h"
#include "rtl_models/parts/route_choice.h"
#include "testbench/link_pair.h"
#include "tlm/gnet/link/wire_direction.h"

namespace tinsim {
namespace {

/// Bit error rates by the last argument of a benchmark: none, 1e-12, 1e-6, 1e-4, 1e-3.
double rate_of(std::int64_t index) {
  constexpr std::array<double, 5> kRates = {0, 1e-12, 1e-6, 1e-4, 1e-3};
  return kRates[static_cast<std::size_t>(index)];
}

/// Bits alone: PCS, FEC, noise, FEC, PCS. Arguments: FEC, rate.
void direction(benchmark::State& state) {
  WireDirectionParams params;
  params.fec = state.range(0) != 0;
  params.warm_start = true;
  params.noise.bit_error_rate = rate_of(state.range(1));
  params.key = 1;
  WireDirection direction(params);
  std::uint64_t word = 0;
  for (auto _ : state) benchmark::DoNotOptimize(direction.step(word = mix64(word), false));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(direction)->ArgsProduct({{0, 1}, {0, 1, 2, 3, 4}});

/// A port and its direction to the far side, per slot, with the toy switches of the tests.
/// Arguments: FEC, rate, load in percent.
void pair(benchmark::State& state) {
  LinkPairParams params;
  params.fec = state.range(0) != 0;
  params.load_percent = static_cast<unsigned>(state.range(2));
  for (NoiseParams& noise : params.noise) noise.bit_error_rate = rate_of(state.range(1));
  LinkPair pair(params);
  constexpr Cycle kCycles = 10000;
  for (auto _ : state) {
    pair.run(kCycles);
    for (LinkSide* side : {&pair.a, &pair.b}) {
      side->slots.clear();
      side->deliveries.clear();
      side->credits.clear();
    }
  }
  state.SetItemsProcessed(state.iterations() * 2 * kCycles);
}
BENCHMARK(pair)->ArgsProduct({{0, 1}, {0, 3}, {0, 100}});

/// Port and direction of an idle link alone, without a switch. Argument: FEC.
void idle_link(benchmark::State& state) {
  struct Deaf final : WireSink {
    void cell(Cycle, const Cell&, bool) override {}
    void credit(Cycle, unsigned, unsigned) override {}
    void event(const LinkEvent&) override {}
  } sink;
  LinkPortParams port_params;
  port_params.depth = 512;
  port_params.fc_refresh_cycles = 364;
  WireLinkParams link_params;
  link_params.depth = 512;
  link_params.wire.fec = state.range(0) != 0;
  link_params.wire.warm_start = true;
  const auto port = make_link_port(port_params);
  const auto link = make_wire_link(link_params, sink);
  Cycle x = 0;
  for (auto _ : state) {
    link->step(x, port->cycle(x, false, false, 0), nullptr);
    port->end_cycle(x, false, 0, 0);
    ++x;
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(idle_link)->Arg(0)->Arg(1);

}  // namespace
}  // namespace tinsim

BENCHMARK_MAIN();
