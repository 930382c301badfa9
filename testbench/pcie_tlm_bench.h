// SPDX-License-Identifier: Apache-2.0
// One host and its chip on SystemC: an initiator at the BAR, a register file in the chip's place,
// host memory behind the chip's DMA, and a protocol checker on both sides.
#pragma once

#include <sysc/kernel/sc_dynamic_processes.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <array>
#include <functional>
#include <systemc>
#include <utility>
#include <vector>

#include "testbench/pcie_bench.h"
#include "testbench/tlm_checker.h"
#include "tlm/sockets/host_memory_target.h"
#include "tlm/sockets/pcie_host_port.h"
#include "tlm/sockets/pcie_link_runner.h"
#include "tlm/sockets/tlm_dma_memory.h"

namespace tinsim {

/// In the chip's place: kBytes of registers at offset 0; all other stores are written down. Keeps
/// reports of DMA.
struct RegisterFile : MmioTarget, DmaClient {
  static constexpr uint32_t kBytes = 256;

  void store(unsigned, uint32_t offset, ByteView bytes, Cycle at) override {
    stores.push_back({offset, at});
    for (uint32_t n = 0; n < bytes.size && offset + n < kBytes; ++n)
      registers[offset + n] = bytes.data[n];
  }
  bool load(unsigned host, uint32_t offset, uint8_t* out, uint32_t bytes, Cycle) override {
    return peek(host, offset, out, bytes);
  }
  bool peek(unsigned, uint32_t offset, uint8_t* out, uint32_t bytes) const override {
    if (offset + bytes > kBytes) return false;
    std::copy_n(registers.data() + offset, bytes, out);
    return true;
  }
  void read_piece(const DmaPiece& piece, Cycle at) override {
    if (piece.bytes.data != nullptr)
      read.insert(read.end(), piece.bytes.data, piece.bytes.data + piece.bytes.size);
    errors += piece.error;
    if (piece.last) ended.push_back({piece.cookie, at});
  }
  void write_landed(uint64_t cookie, bool, Cycle at) override { ended.push_back({cookie, at}); }
  void atomic_done(uint64_t cookie, uint64_t old_value, bool error, Cycle at) override {
    old_values.push_back(old_value);
    errors += error;
    ended.push_back({cookie, at});
  }

  std::array<uint8_t, kBytes> registers{};
  std::vector<std::pair<uint32_t, Cycle>> stores;  ///< offset and arrival
  std::vector<uint8_t> read;
  std::vector<std::pair<uint64_t, Cycle>> ended;  ///< cookie and end
  std::vector<uint64_t> old_values;
  unsigned errors = 0;
};

/// A user's initiator: runs scripts, each in a thread of its own, with blocking calls.
struct ScriptedInitiator : sc_core::sc_module {
  explicit ScriptedInitiator(const sc_core::sc_module_name& name)
      : sc_module(name), socket("socket") {}
  void start(std::function<void()> script) { sc_core::sc_spawn(std::move(script)); }

  /// b_transport of [address, address + size of data); the response.
  tlm::tlm_response_status transport(tlm::tlm_command command, uint64_t address,
                                     std::vector<uint8_t>& data) {
    auto& trans = pool.allocate(command, address, static_cast<unsigned>(data.size()));
    std::copy(data.begin(), data.end(), trans.get_data_ptr());
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    socket->b_transport(trans, delay);
    if (delay != sc_core::SC_ZERO_TIME) sc_core::wait(delay);
    std::copy_n(trans.get_data_ptr(), data.size(), data.begin());
    const auto status = trans.get_response_status();
    trans.release();
    return status;
  }

  tlm_utils::simple_initiator_socket<ScriptedInitiator> socket;
  PayloadPool pool;
};

struct PcieTlmBench {
  static constexpr double kPs = 2500;

  explicit PcieTlmBench(const PcieParams& params,
                        const sc_core::sc_time& latency = sc_core::SC_ZERO_TIME, Cycle window = 1)
      : memory(1 << 20),
        dma("dma"),
        link(params, dma),
        runner("runner", link, chip, kPs, window),
        port("port", link, runner),
        memory_target("memory", memory, latency),
        user("user"),
        at_bar("at_bar"),
        at_memory("at_memory") {
    link.attach(static_cast<MmioTarget&>(chip));
    dma.attach(runner);
    user.socket.bind(at_bar.target);
    at_bar.initiator.bind(port.socket);
    dma.socket.bind(at_memory.target);
    at_memory.initiator.bind(memory_target.socket);
  }
  /// Cycles from now until nothing more happens, or for `limit` of them.
  void run(Cycle limit = 1000000) { sc_core::sc_start(runner.time(limit)); }

  HostMemory memory;
  RegisterFile chip;
  TlmDmaMemory dma;
  PcieLink link;
  PcieLinkRunner runner;
  PcieHostPort port;
  HostMemoryTarget memory_target;
  ScriptedInitiator user;
  TlmChecker at_bar, at_memory;
};

}  // namespace tinsim
