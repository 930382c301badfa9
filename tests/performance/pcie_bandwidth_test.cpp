// SPDX-License-Identifier: Apache-2.0
// PCIe bandwidth by size, as formulas and published figures say: Neugebauer et al., SIGCOMM 2018.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "testbench/pcie_bench.h"

namespace tinsim {
namespace {

constexpr double kGbpsPerOctetAndCycle = 8 * 0.4;  ///< at 400 MHz
constexpr uint32_t kSizes[] = {64, 128, 256, 512, 1024, 1500, 2048, 4096};

double ceil_div(double a, double b) { return std::ceil(a / b); }
double tlp_gbps(unsigned mps) {
  const double limit = mps == 256 ? 168 : 182;
  return 128.0 * 128 / 130 * (1 - 16 / limit - 4.0 / 1538);
}
double write_gbps(double size, double mps) {
  return tlp_gbps(static_cast<unsigned>(mps)) * size / (size + 24 * ceil_div(size, mps));
}
double read_gbps(double size, double mps, double completion) {
  return tlp_gbps(static_cast<unsigned>(mps)) * size / (size + 20 * ceil_div(size, completion));
}

PcieParams counted(unsigned mps, unsigned completion) {
  PcieParams params = bench_params(mps, completion);
  params.carried = false;
  params.of_host = {127, 2047, 127, 127, 0, 0};
  return params;
}

/// Keeps `in_flight` operations in flight; counts octets from cycle 2000 to cycle 22000.
struct Stream : DmaClient {
  Stream(const PcieParams& params, uint32_t bytes, unsigned in_flight, bool writes)
      : memory(1 << 30), plain(memory), link(params, plain), size(bytes), is_write(writes) {
    for (unsigned n = 0; n < in_flight; ++n) issue_read(0);
  }
  void issue_read(Cycle now) {
    const uint64_t address = issued++ % 1000 * 4096;
    if (is_write)
      link.write(now, address, {nullptr, size}, 0, true);
    else
      link.read(now, address, size, 0);
  }
  void read_piece(const DmaPiece& piece, Cycle at) override {
    if (at >= 2000) octets += piece.bytes.size;
    if (piece.last) issue_read(at);
  }
  void write_landed(uint64_t, bool, Cycle at) override {
    if (at >= 2000) (is_write ? octets : written) += size;
    if (is_write)
      issue_read(at);
    else
      write_beside(at);
  }
  void write_beside(Cycle now) { link.write(now, 1 << 29, {nullptr, size}, 0, true); }
  void atomic_done(uint64_t, uint64_t, bool, Cycle) override {}
  double gbps() {
    while (link.next() < 22000) link.run(link.next(), *this);
    return static_cast<double>(octets) / 20000 * kGbpsPerOctetAndCycle;
  }
  HostMemory memory;
  PlainDmaMemory plain;
  PcieLink link;
  uint32_t size;
  bool is_write;
  uint64_t issued = 0, octets = 0;
  uint64_t written = 0;  ///< of writes alongside reads
};

TEST(PcieBandwidth, WritesBySize) {
  for (const unsigned mps : {256u, 512u}) {
    for (const uint32_t size : kSizes) {
      const double want = write_gbps(size, mps);
      EXPECT_NEAR(Stream(counted(mps, mps), size, 400, true).gbps(), want, 0.01 * want)
          << mps << ' ' << size;
    }
  }
}

TEST(PcieBandwidth, ReadsBySize) {
  for (const unsigned mps : {256u, 512u}) {
    for (const uint32_t size : kSizes) {
      const double want = read_gbps(size, mps, mps);
      EXPECT_NEAR(Stream(counted(mps, mps), size, 256, false).gbps(), want, 0.01 * want)
          << mps << ' ' << size;
    }
  }
}

/// One host on both interfaces of a chip (docs/reference/pcie.md).
TEST(PcieBandwidth, TwoInterfacesCarryTwice) {
  PcieParams params = counted(256, 256);
  params.rate.num *= 2;
  params.tags *= 2;
  for (const uint32_t size : {64u, 512u, 4096u}) {
    const double write = 2 * write_gbps(size, 256), read = 2 * read_gbps(size, 256, 256);
    EXPECT_NEAR(Stream(params, size, 800, true).gbps(), write, 0.01 * write) << size;
    EXPECT_NEAR(Stream(params, size, 512, false).gbps(), read, 0.01 * read) << size;
  }
}

/// The formulas of this test against the published table.
TEST(PcieBandwidth, FormulasGiveThePublishedTable) {
  EXPECT_NEAR(write_gbps(64, 256), 82.69, 0.01);
  EXPECT_NEAR(write_gbps(64, 512), 83.36, 0.01);
  EXPECT_NEAR(write_gbps(128, 256), 95.75, 0.01);
  EXPECT_NEAR(write_gbps(128, 512), 96.52, 0.01);
  EXPECT_NEAR(read_gbps(64, 256, 256), 86.63, 0.01);
  EXPECT_NEAR(read_gbps(64, 512, 512), 87.33, 0.01);
  EXPECT_NEAR(read_gbps(128, 256, 256), 98.34, 0.01);
  EXPECT_NEAR(read_gbps(128, 512, 512), 99.13, 0.01);
  for (const unsigned size : {512u, 1024u, 4096u}) {
    EXPECT_NEAR(write_gbps(size, 256), 103.95, 0.01);
    EXPECT_NEAR(write_gbps(size, 512), 109.49, 0.01);
    EXPECT_NEAR(read_gbps(size, 256, 256), 105.46, 0.01);
    EXPECT_NEAR(read_gbps(size, 512, 512), 110.31, 0.01);
  }
}

TEST(PcieBandwidth, CompletionsOf64OctetsCapReadsOfEverySize) {
  for (const uint32_t size : {64u, 512u, 4096u})
    EXPECT_NEAR(Stream(counted(256, 64), size, 256, false).gbps(), 86.63, 0.01 * 86.63) << size;
}

/// By Little's law T requests of S octets in flight give T * S / latency: request, memory, answer.
TEST(PcieBandwidth, TagsBoundReadsByTheBandwidthDelayProduct) {
  for (const uint32_t tags : {8u, 32u, 64u}) {
    PcieParams params = counted(256, 256);
    params.tags = tags;
    Stream stream(params, 64, 400, false);
    const double rate = static_cast<double>(params.rate.num) / static_cast<double>(params.rate.den);
    // Each of request and answer ends within a cycle: half of one is lost on average. The other
    // requests of a burst do not wait for each other: the link is far from full.
    const double latency = 24 / rate + 84 / rate + params.read_cycles + 1;
    const double want = tags * 64 / latency * kGbpsPerOctetAndCycle;
    ASSERT_LT(want, 86.63);
    EXPECT_NEAR(stream.gbps(), want, 0.02 * want) << tags;
  }
  // 86.63 Gb/s * 600 ns = 6.5 KB: 102 reads of 64 octets fill the link.
  EXPECT_NEAR(Stream(counted(256, 256), 64, 400, false).gbps(), 86.63, 0.01 * 86.63);
}

/// W header credits return after wire and credit_cycles: W * S per round.
TEST(PcieBandwidth, PostedCreditsBoundWrites) {
  PcieParams params = counted(256, 256);
  params.of_host.ph = 4;
  params.credit_cycles = 400;
  const double rate = static_cast<double>(params.rate.num) / static_cast<double>(params.rate.den);
  // All four go together; the last is on the wire after the three others.
  const double round = 400 + (24 + 256) / rate + 0.5;
  const double want = 4 * 256 / round * kGbpsPerOctetAndCycle;
  EXPECT_NEAR(Stream(params, 256, 100, true).gbps(), want, 0.01 * want);
}

/// Writes share their direction with the requests of reads only: 24 octets for 512 of answers.
TEST(PcieBandwidth, BothDirectionsRunAtOnce) {
  Stream both(counted(256, 256), 4096, 16, false);
  for (unsigned n = 0; n < 4; ++n) both.write_beside(0);
  const double reads = both.gbps();
  const double want = read_gbps(4096, 256, 256);
  EXPECT_NEAR(reads, want, 0.01 * want);
  const double writes = static_cast<double>(both.written) / 20000 * kGbpsPerOctetAndCycle;
  const double left = (tlp_gbps(256) - want * 24 / 512) * 4096 / (4096 + 16 * 24);
  EXPECT_NEAR(writes, left, 0.02 * left);
}

}  // namespace
}  // namespace tinsim
