// SPDX-License-Identifier: Apache-2.0
// The chip's DMA through TLM-2.0 sockets, and windows by which the chip runs ahead of SystemC.
#include <tlm_utils/simple_target_socket.h>

#include <map>

#include "tests/unit/pcie_tlm_util.h"

namespace tinsim {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;
using sc_core::SC_ZERO_TIME;

/// The result is equal for any window by which the chip runs ahead of SystemC and of the memory.
void expect_dma_as_plain(Cycle window) {
  SCOPED_TRACE(window);
  PcieParams params = bench_params();
  params.read_sigma = 16 << 8;
  PcieTlmBench bench(params, SC_ZERO_TIME, window);
  PcieBench plain(params);
  const auto image = counting(8192);
  for (HostMemory* memory : {&bench.memory, &plain.memory})
    memory->write(0x1000, image.data(), image.size());
  const auto ask = [&](PcieLink& link) {
    const auto data = counting(3000);
    link.read(0, 0x1003, 4000, 1);
    link.write(0, 0x5001, {data.data(), 3000}, 2, true);
    link.read(0, 0x5fff, 2, 3);
    link.atomic(0, {AtomicOp::kFetchAdd, 8, 0x1100, 5, 0}, 4);
    link.atomic(0, {AtomicOp::kCompareSwap, 4, 0x1104, 6, 7}, 5);
    link.read(0, 1 << 20, 1, 6);
  };
  ask(bench.link);
  ask(plain.link);
  plain.run();
  bench.run();
  std::map<uint64_t, Cycle> want;
  std::vector<uint8_t> read;
  unsigned errors = 0;
  for (const auto& p : plain.pieces) {
    if (p.last) want[p.cookie] = p.at;
    read.insert(read.end(), p.bytes.begin(), p.bytes.end());
    errors += p.error;
  }
  for (const auto& l : plain.completed) want[l.cookie] = l.at;
  for (const auto& a : plain.atomics) want[a.cookie] = a.at;
  EXPECT_EQ((std::map<uint64_t, Cycle>{bench.chip.ended.begin(), bench.chip.ended.end()}), want);
  EXPECT_EQ(bench.chip.read, read);
  EXPECT_EQ(bench.chip.errors, errors);
  EXPECT_EQ(errors, 1u);
  std::vector<uint8_t> left(0x8000), right(0x8000);
  bench.memory.read(0, left.data(), left.size());
  plain.memory.read(0, right.data(), right.size());
  EXPECT_EQ(left, right);
  EXPECT_EQ(bench.dma.refused_writes(), 0u);
  expect_clean(bench);
}

TEST(PcieTlm, DmaThroughSocketsTakesTheTimeOfPlainMemory) { expect_dma_as_plain(1); }
TEST(PcieTlm, SoItDoesInWindows) { expect_dma_as_plain(64); }

/// In a window that the chip has been through nothing can be stored any more.
TEST(PcieTlm, AStoreTakesEffectBehindTheWindow) {
  const PcieParams params = bench_params();
  PcieTlmBench bench(params, SC_ZERO_TIME, 64);
  sc_time loaded;
  bench.user.start([&] {
    sc_core::wait(at(100));
    auto data = counting(8);
    bench.user.transport(tlm::TLM_WRITE_COMMAND, 0x20, data);
    bench.user.transport(tlm::TLM_READ_COMMAND, 0x20, data);
    EXPECT_EQ(data, counting(8));
    loaded = sc_core::sc_time_stamp();
  });
  bench.link.read(0, 0, 64, 1);  // keeps the chip going
  for (unsigned n = 1; n < 20; ++n)
    bench.user.start([&bench, n] {
      sc_core::wait(at(10 * n));
      std::vector<uint8_t> unused(8);
      bench.user.transport(tlm::TLM_READ_COMMAND, 8 * n, unused);
    });
  bench.run();
  ASSERT_EQ(bench.chip.stores.size(), 1u);
  const Cycle arrived = bench.chip.stores[0].second;
  EXPECT_GE(arrived, 100 + on_wire(params, 32) + params.mmio_cycles);
  // It waits for the last cycle of its window, and there for up to six loads before it.
  EXPECT_LE(arrived, 127 + on_wire(params, 32 + 6 * 24) + params.mmio_cycles);
  EXPECT_GE(loaded, at(arrived));
  expect_clean(bench);
}

TEST(PcieTlm, AnswersOfSlowMemoryArriveWhenReady) {
  const PcieParams params = bench_params();
  PcieTlmBench bench(params, sc_time(2000, SC_NS));
  bench.link.read(0, 0, 64, 1);
  bench.run();
  ASSERT_EQ(bench.chip.ended.size(), 1u);
  // 800 cycles from the request's arrival instead of read_cycles.
  EXPECT_EQ(bench.chip.ended[0].second, on_wire(params, 24) + 800 + on_wire(params, 84));
  expect_clean(bench);
}

TEST(PcieTlm, AWriteIsInMemoryWhenItIsDueAndNotBefore) {
  const PcieParams params = bench_params();
  PcieTlmBench bench(params);
  const auto data = counting(64);
  bench.link.write(0, 0x100, {data.data(), 64}, 1, false);
  const Cycle due = on_wire(params, 88) + params.write_cycles;
  bench.run(due - 1);
  EXPECT_EQ(bench.memory.pages(), 0u);
  bench.run(2);
  std::vector<uint8_t> seen(64);
  bench.memory.read(0x100, seen.data(), 64);
  EXPECT_EQ(seen, data);
}

TEST(PcieTlm, RefusedWritesAreCounted) {
  PcieTlmBench bench(bench_params());
  const auto data = counting(64);
  bench.link.write(0, 1 << 20, {data.data(), 64}, 1, true);
  bench.run();
  EXPECT_EQ(bench.dma.refused_writes(), 1u);
  EXPECT_EQ(bench.memory.pages(), 0u);
}

/// A user's memory that does what a target must not.
struct NonconformingMemory : sc_core::sc_module {
  NonconformingMemory(const sc_core::sc_module_name& name, HostMemory& m)
      : sc_module(name), socket("socket"), memory(m) {
    socket.register_b_transport(this, &NonconformingMemory::access);
  }
  void access(tlm::tlm_generic_payload& trans, sc_time& delay) {
    if (trans.is_read()) {
      memory.read(trans.get_address(), trans.get_data_ptr(), trans.get_data_length());
    } else {
      memory.write(trans.get_address(), trans.get_data_ptr(), trans.get_data_length());
    }
    trans.set_response_status(tlm::TLM_OK_RESPONSE);
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    EXPECT_EQ(socket->nb_transport_bw(trans, phase, delay), tlm::TLM_COMPLETED);
    socket->invalidate_direct_mem_ptr(0, ~0ull);
    trans.set_data_ptr(nullptr);
    trans.set_data_length(0);
    trans.set_address(~0ull);
    if (has_unreachable_time) delay = sc_core::sc_max_time();
  }
  tlm_utils::simple_target_socket<NonconformingMemory> socket;
  HostMemory& memory;
  bool has_unreachable_time = false;  ///< answers at the end of time
};

/// A link whose memory breaks the protocol, and does not say what it is warned of.
struct NonconformingBench {
  NonconformingBench() {
    sc_core::sc_report_handler::set_actions("/tinsim/tlm/phase", sc_core::SC_DO_NOTHING);
    link.attach(static_cast<MmioTarget&>(chip));
    dma.attach(runner);
    dma.socket.bind(faulty.socket);
  }

  HostMemory memory{1 << 20};
  RegisterFile chip;
  TlmDmaMemory dma{"dma"};
  PcieLink link{bench_params(), dma};
  PcieLinkRunner runner{"runner", link, chip, PcieTlmBench::kPs, 1};
  NonconformingMemory faulty{"faulty", memory};
};

TEST(PcieTlm, AMemoryBreaksTheProtocol) {
  const PhaseWarnings warnings;
  NonconformingBench b;
  const auto data = counting(300);
  b.link.write(0, 0x100, {data.data(), 300}, 1, true);
  b.link.read(0, 0x100, 300, 2);
  sc_core::sc_start(b.runner.time(100000));
  EXPECT_EQ(b.chip.read, data);
  EXPECT_EQ(b.chip.errors, 0u);
  EXPECT_EQ(b.dma.refused_writes(), 0u);
  EXPECT_EQ(b.dma.pool().out(), 0u);
  EXPECT_EQ(warnings.count(), 3) << "two writes, a read";
}

// As one that refuses: an answer that never comes is an error at once, not data at once.
TEST(PcieTlm, AMemoryAnswersAtTheEndOfTime) {
  NonconformingBench b;
  b.faulty.has_unreachable_time = true;
  const auto data = counting(64);
  b.link.write(0, 0x100, {data.data(), 64}, 1, true);
  b.link.read(0, 0x100, 64, 2);
  b.link.atomic(0, {AtomicOp::kFetchAdd, 8, 0x100, 5, 0}, 3);
  sc_core::sc_start(b.runner.time(100000));
  EXPECT_EQ(b.chip.errors, 2u);
  EXPECT_TRUE(b.chip.read.empty());
  EXPECT_EQ(b.chip.ended.size(), 3u);
  EXPECT_EQ(b.dma.refused_writes(), 1u);
  EXPECT_EQ(b.dma.pool().out(), 0u);
}

}  // namespace
}  // namespace tinsim
