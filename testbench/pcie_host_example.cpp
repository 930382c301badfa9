// SPDX-License-Identifier: Apache-2.0
// Example: software of one's own at a host port. It writes a 1RMA command into the BAR and finds
// data and completion in host memory. The chip is a stand-in that reads from the same host.
#include <tlm_utils/simple_initiator_socket.h>

#include <iostream>
#include <vector>

#include "testbench/loopback_engine.h"
#include "testbench/pcie_bench.h"
#include "tlm/pcie/host_memory_target.h"
#include "tlm/pcie/pcie_host_port.h"
#include "tlm/pcie/pcie_link_runner.h"
#include "tlm/pcie/tlm_dma_memory.h"

using namespace tinsim;
using sc_core::sc_time;

/// The user's model: reads 4 KB from region 1 to region 2, with its completion in region 3.
struct Software : sc_core::sc_module {
  explicit Software(const sc_core::sc_module_name& name)
      : sc_module(name), bar("bar"), memory("memory") {
    SC_HAS_PROCESS(Software);
    SC_THREAD(run);
  }
  void run() {
    std::vector<uint8_t> data(4096, 0xab), command(64), completion(32);
    access(memory, tlm::TLM_WRITE_COMMAND, LoopbackEngine::kRegionBytes, data);
    store_little(&command[2], 2, 4096);
    for (const auto& [at, region] : {std::pair{8, 1}, {12, 2}, {32, 3}}) command[at] = region;
    for (unsigned part = 0; part < 4; ++part) {
      std::vector<uint8_t> quarter(&command[16 * part], &command[16 * part] + 16);
      access(bar, tlm::TLM_WRITE_COMMAND, LoopbackEngine::kCommands + 16 * part, quarter);
    }
    for (; completion[0] == 0; wait(10, sc_core::SC_NS))
      access(memory, tlm::TLM_READ_COMMAND, 3 * LoopbackEngine::kRegionBytes, completion);
    data.assign(4096, 0);
    access(memory, tlm::TLM_READ_COMMAND, 2 * LoopbackEngine::kRegionBytes, data);
    std::cout << "status " << (completion[0] & 15) << ", " << load_little(&completion[4], 4)
              << " bytes in " << load_little(&completion[12], 4) << " ns, seen at "
              << sc_core::sc_time_stamp() << ", first " << +data.front() << ", last "
              << +data.back() << '\n';
  }
  template <class Socket>
  static void access(Socket& socket, tlm::tlm_command command, uint64_t address,
                     std::vector<uint8_t>& data) {
    tlm::tlm_generic_payload trans;
    trans.set_command(command);
    trans.set_address(address);
    trans.set_data_ptr(data.data());
    trans.set_data_length(static_cast<unsigned>(data.size()));
    trans.set_streaming_width(static_cast<unsigned>(data.size()));
    sc_time delay = sc_core::SC_ZERO_TIME;
    socket->b_transport(trans, delay);
    if (!trans.is_response_ok()) SC_REPORT_ERROR("example", trans.get_response_string().c_str());
  }
  tlm_utils::simple_initiator_socket<Software> bar, memory;
};

/// Host memory has one target socket for each initiator.
int sc_main(int, char**) {
  HostMemory memory(1 << 20);
  HostMemoryTarget for_software("for_software", memory), for_chip("for_chip", memory);
  LoopbackEngine engine;
  TlmDmaMemory dma("dma");
  PcieLink link(bench_params(), dma);
  PcieLinkRunner runner("runner", link, engine, 2500);
  PcieHostPort port("port", link, runner);
  Software software("software");
  engine.attach(link);
  link.attach(static_cast<MmioTarget&>(engine));
  dma.attach(runner);
  dma.socket.bind(for_chip.socket);
  software.memory.bind(for_software.socket);
  software.bar.bind(port.socket);
  sc_core::sc_start();
  return link.idle() ? 0 : 1;
}
