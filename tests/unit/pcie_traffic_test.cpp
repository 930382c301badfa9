// SPDX-License-Identifier: Apache-2.0
// PCIe link under random traffic: data against a plain array, RCB, tags and credits.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "testbench/bench_random.h"
#include "testbench/pcie_bench.h"

namespace tinsim {
namespace {

constexpr unsigned kMemory = 1 << 16;

struct Shape {
  const char* name;
  PcieParams params;
};

PcieParams tight() {
  PcieParams params = bench_params(128, 64);
  params.mrrs = 128;
  params.tags = 32;
  params.of_host = {1, 8, 1, 1, 0, 0};
  params.of_chip = {1, 4, 1, 1, 2, 8};
  params.read_sigma = 16 << 8;
  return params;
}

/// Credit is back long before the wire is free again.
PcieParams narrow() {
  PcieParams params = tight();
  params.rate = pcie_rate(8, 1, params.mps, 400);
  params.credit_cycles = 0;
  params.of_host = {2, 16, 2, 2, 0, 0};
  return params;
}

PcieParams wide() {
  PcieParams params = bench_params(512, 512);
  params.mrrs = 4096;
  params.rcb = 128;
  params.read_sigma = 16 << 8;
  return params;
}

/// Reads of memory that does not change while they are in flight, writes to places of their own,
/// and stores, all at once; then all is compared.
void run_random(const PcieParams& params, uint64_t seed) {
  PcieBench bench(params, kMemory);
  Random random(seed);
  std::vector<uint8_t> plain(kMemory);
  for (auto& octet : plain) octet = static_cast<uint8_t>(random.bits());
  bench.memory.write(0, plain.data(), kMemory);

  struct Read {
    unsigned address, size;
  };
  std::map<uint64_t, Read> reads;
  unsigned writes = 0, stores = 0;
  const uint8_t zeros[64] = {};
  for (unsigned n = 0; n < 1500; ++n) {
    bench.run(bench.now + random.below(60));
    const unsigned size = random.range(1, random.chance(50) ? 4096 : 80);
    if (random.chance(60)) {
      const unsigned address = random.below(kMemory / 2 - size);
      reads[n] = {address, size};
      bench.link.read(bench.now, address, size, n);
    } else {
      const unsigned address = kMemory / 2 + random.below(kMemory / 2 - size);
      for (unsigned k = 0; k < size; ++k) plain[address + k] = static_cast<uint8_t>(random.bits());
      bench.link.write(bench.now, address, {plain.data() + address, size}, n, true);
      ++writes;
    }
    if (random.chance(30)) {
      bench.link.store(bench.now, 64 * random.below(16), {zeros, 64});
      ++stores;
    }
    ASSERT_LE(bench.link.tags_out(), params.tags);
  }
  bench.run();

  std::map<uint64_t, unsigned> reported;
  for (const auto& piece : bench.pieces) {
    const Read& read = reads.at(piece.cookie);
    ASSERT_TRUE(std::equal(piece.bytes.begin(), piece.bytes.end(),
                           plain.begin() + read.address + piece.offset));
    ASSERT_LE(piece.size, params.completion_bytes);
    reported[piece.cookie] += piece.size;
    ASSERT_EQ(piece.last, reported[piece.cookie] == read.size);
  }
  EXPECT_EQ(reported.size(), reads.size());
  EXPECT_EQ(bench.completed.size(), writes);
  EXPECT_EQ(bench.stores.size(), stores);
  std::vector<uint8_t> memory(kMemory);
  bench.memory.read(0, memory.data(), kMemory);
  EXPECT_EQ(memory, plain);
  EXPECT_TRUE(bench.link.idle());
  EXPECT_EQ(bench.link.tags_out(), 0u);
  EXPECT_TRUE(bench.link.up().credit_is_whole());
  EXPECT_TRUE(bench.link.down().credit_is_whole());
}

TEST(PcieTraffic, DataIsRightAndAllComesBack) {
  for (uint64_t seed = 1; seed <= 4; ++seed) run_random(bench_params(), seed);
}
TEST(PcieTraffic, SoItIsWithOneCreditOfEachKind) {
  for (uint64_t seed = 1; seed <= 4; ++seed) run_random(tight(), seed);
}
TEST(PcieTraffic, SoItIsWhereTheWireIsSlowerThanCredit) {
  for (uint64_t seed = 1; seed <= 4; ++seed) run_random(narrow(), seed);
}

/// The link is not called while unobserved writes wait for credit; a request made
/// behind them takes its time all the same.
TEST(PcieTraffic, UnobservedWritesTakeTheSameTime) {
  PcieParams params = narrow();
  params.carried = false;
  PcieBench unreported(params), reported(params);
  for (PcieBench* bench : {&unreported, &reported}) {
    for (unsigned n = 0; n < 30; ++n) {
      bench->link.write(bench->now, 4096 * n, {nullptr, 1000}, n, bench == &reported);
      bench->run(bench->now + 90 + 13 * n);
      bench->link.read(bench->now, 4096 * n, 300, n);
      bench->run(bench->now + 400);
    }
    bench->run();
    EXPECT_TRUE(bench->link.idle());
  }
  ASSERT_EQ(unreported.pieces.size(), reported.pieces.size());
  for (size_t n = 0; n < reported.pieces.size(); ++n) {
    EXPECT_EQ(unreported.pieces[n].cookie, reported.pieces[n].cookie);
    EXPECT_EQ(unreported.pieces[n].at, reported.pieces[n].at) << n;
  }
}

TEST(PcieTraffic, SoItIsWithLongRequests) {
  for (uint64_t seed = 1; seed <= 4; ++seed) run_random(wide(), seed);
}

TEST(PcieTraffic, CountedPayloadTakesTheSameTime) {
  PcieBench carried(wide()), counted([] {
    PcieParams params = wide();
    params.carried = false;
    return params;
  }());
  std::vector<uint8_t> octets(3000, 1);
  for (PcieBench* bench : {&carried, &counted}) {
    for (unsigned n = 0; n < 50; ++n) {
      bench->link.read(0, 100 * n, 1000 + n, n);
      bench->link.write(0, 77 * n, {bench == &carried ? octets.data() : nullptr, 2900 + n}, n,
                        true);
    }
    bench->run();
  }
  ASSERT_EQ(carried.pieces.size(), counted.pieces.size());
  for (size_t n = 0; n < carried.pieces.size(); ++n) {
    EXPECT_EQ(carried.pieces[n].at, counted.pieces[n].at);
    EXPECT_EQ(carried.pieces[n].offset, counted.pieces[n].offset);
    EXPECT_EQ(carried.pieces[n].size, counted.pieces[n].size);
    EXPECT_TRUE(counted.pieces[n].bytes.empty());
  }
  EXPECT_EQ(carried.now, counted.now);
  EXPECT_EQ(counted.memory.pages(), 0u);
}

/// A request whose memory is ready gets its turn between the completions of another, or not.
TEST(PcieTraffic, CompletionsOfDifferentRequestsInterleaveIfConfigured) {
  for (const bool interleave : {false, true}) {
    PcieParams params = bench_params(256, 64);
    params.mrrs = 4096;
    params.interleave = interleave;
    PcieBench bench(params);
    bench.link.read(0, 0, 1024, 1);
    bench.link.read(0, 4096, 1024, 2);
    bench.run();
    unsigned changes = 0;
    for (size_t n = 1; n < bench.pieces.size(); ++n)
      changes += bench.pieces[n].cookie != bench.pieces[n - 1].cookie;
    // The second is ready one request later, while the first completion is on the wire, whose
    // request has requested its next turn already: 1 1 2 1 2 ... 2 1 2 2.
    EXPECT_EQ(changes, interleave ? 29u : 1u);
    std::map<uint64_t, uint32_t> offset;
    for (const auto& piece : bench.pieces) {
      EXPECT_EQ(piece.offset, offset[piece.cookie]) << "in order of address within a request";
      offset[piece.cookie] += piece.size;
    }
  }
}

/// Posted requests must pass what waits for credit or tags, or PCIe could deadlock.
TEST(PcieTraffic, WritesPassReadsThatWait) {
  PcieParams params = bench_params();
  params.tags = 1;
  PcieBench bench(params);
  for (unsigned n = 0; n < 4; ++n) bench.link.read(0, 0, 512, n);
  const uint8_t octets[64] = {};
  bench.link.write(0, 0, {octets, 64}, 9, true);
  bench.run();
  ASSERT_EQ(bench.completed.size(), 1u);
  EXPECT_LT(bench.completed[0].at, params.write_cycles + 10);
  EXPECT_GT(bench.pieces.back().at, 4 * params.read_cycles) << "one tag: one read at a time";
}

/// A store among completions waits for the packet on the wire, and one turn of the request.
TEST(PcieTraffic, AStoreDoesNotWaitForAWholeRead) {
  PcieParams params = bench_params(256, 64);
  params.mrrs = 4096;
  PcieBench bench(params);
  bench.link.read(0, 0, 4096, 1);
  const Cycle amid = params.read_cycles + 20;  // 64 completions of 84 octets take 151 cycles
  bench.run(amid);
  const uint8_t octets[16] = {};
  bench.link.store(amid, 0, {octets, 16});
  bench.run();
  ASSERT_EQ(bench.stores.size(), 1u);
  EXPECT_LE(bench.stores[0].at, amid + (84 + 84 + 40) / 35 + 2 + params.mmio_cycles);
  EXPECT_GT(bench.pieces.back().at, params.read_cycles + 151);
}

/// Nor may a completion pass a store that waits: it may say that data is there which the store
/// brings.
TEST(PcieTraffic, CompletionsWaitForStoresThatHaveNoCredit) {
  PcieParams params = bench_params();
  params.of_chip.ph = 1;
  PcieBench bench(params);
  bench.link.read(0, 0, 64, 1);
  bench.run(200);  // the answer is ready in 241
  const uint8_t octets[16] = {};
  for (unsigned n = 0; n < 4; ++n) bench.link.store(200, 0, {octets, 16});
  bench.run();
  // The fourth store goes three rounds of credit after the first, of the link and credit_cycles.
  EXPECT_GE(bench.pieces.back().at, 200 + 3 * params.credit_cycles);
}

/// ... and reads must not pass writes.
TEST(PcieTraffic, ReadsWaitForWritesThatHaveNoCredit) {
  PcieParams params = bench_params();
  params.of_host.ph = 1;
  PcieBench bench(params);
  const uint8_t octets[64] = {};
  for (unsigned n = 0; n < 10; ++n) bench.link.write(0, 0, {octets, 64}, n, true);
  bench.link.read(0, 0, 64, 0);
  bench.run();
  // Each write's header credit returns credit_cycles after it has arrived.
  EXPECT_GT(bench.pieces.back().at, 9 * params.credit_cycles + params.read_cycles);
}

}  // namespace
}  // namespace tinsim
