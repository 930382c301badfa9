// SPDX-License-Identifier: Apache-2.0
// Cost of 1RMA's cryptography per message: items per second are messages per second.
#include <benchmark/benchmark.h>

#include <vector>

#include "testbench/bench_random.h"
#include "tlm/tin/rma/replay_window.h"
#include "tlm/tin/rma/security.h"

namespace tinsim {
namespace {

constexpr size_t kCellBytes = 128;

std::vector<CipherKey> keys(size_t count) {
  Random random(1);
  std::vector<CipherKey> all;
  for (size_t i = 0; i < count; ++i) all.push_back(bytes_of(random.bits(), random.bits()));
  return all;
}

/// Argument: operations that take turns, cell by cell; more than 64 have no context of their own.
void seal(benchmark::State& state) {
  const auto all = keys(static_cast<size_t>(state.range(0)));
  RmaCipher cipher;
  std::array<uint8_t, kCellBytes> text{};
  const AdditionalData data = response_data({7, 1, 2, kCellBytes, 0}, rma_iv(1, 1));
  uint64_t counter = 0;
  for (auto _ : state) {
    const CipherKey& key = all[counter % all.size()];
    benchmark::DoNotOptimize(cipher.seal(key, rma_iv(2, ++counter), data.view(),
                                         {text.data(), text.size()}, text.data()));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(seal)->Arg(1)->Arg(16)->Arg(1024);

/// The far end, which finds the tags right. Argument as above.
void open(benchmark::State& state) {
  const auto all = keys(static_cast<size_t>(state.range(0)));
  using Text = std::array<uint8_t, kCellBytes>;
  RmaCipher cipher;
  Text plain{};
  const AdditionalData data = response_data({7, 1, 2, kCellBytes, 0}, rma_iv(1, 1));
  std::vector<Text> texts(all.size());
  std::vector<DataTag> tags(all.size());
  for (size_t i = 0; i < all.size(); ++i) {
    tags[i] = cipher.seal(all[i], rma_iv(2, 1), data.view(), {plain.data(), plain.size()},
                          texts[i].data());
  }
  int64_t count = 0, right = 0;
  for (auto _ : state) {
    const size_t i = static_cast<size_t>(count++) % all.size();
    right += cipher.open(all[i], rma_iv(2, 1), data.view(), {texts[i].data(), kCellBytes}, tags[i],
                         plain.data())
                 ? 1
                 : 0;
  }
  if (right != count) state.SkipWithError("a right cell was refused");
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(open)->Arg(1)->Arg(16)->Arg(1024);

/// A request's key and tag, each of an operation of its own. Argument: MacMode.
void derive_and_sign(benchmark::State& state) {
  const auto all = keys(1024);
  const auto mode = static_cast<MacMode>(state.range(0));
  RmaCipher cipher;
  uint64_t counter = 0;
  for (auto _ : state) {
    const auto pid = static_cast<uint32_t>(++counter);
    const CipherKey key = derived_key(all[counter % all.size()], 1, pid, 0, 2);
    const AdditionalData data = request_data(4, {1, 2, counter}, 1, 2);
    benchmark::DoNotOptimize(cipher.sign(mode, key, rma_iv(1, counter), data.view()));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(derive_and_sign)->Arg(0)->Arg(1);

void replay(benchmark::State& state) {
  ReplayWindow window;
  uint64_t counter = 0;
  for (auto _ : state) {
    counter += 1;
    const uint64_t reordered = counter ^ 7;
    benchmark::DoNotOptimize(window.is_new(reordered));
    window.keep(reordered);
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(replay);

}  // namespace
}  // namespace tinsim

BENCHMARK_MAIN();
