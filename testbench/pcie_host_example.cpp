// SPDX-License-Identifier: Apache-2.0
// Example: software of one's own at a host of a Dragonfly reads another host's memory by 1RMA.
// Usage: pcie_host_example CONFIG (testbench/two_pods.yaml).
#include <tlm_utils/simple_initiator_socket.h>

#include <iostream>

#include "platform/open/open_network.h"
#include "tlm/sockets/host_memory_target.h"
#include "tlm/tin/rma/command.h"

using namespace tinsim;
constexpr unsigned kReader = 0, kOwner = 6;  ///< hosts of different pods
constexpr uint64_t kData = 0x10000, kQueue = 0x20000;
constexpr RegionKey kKey{0, 0x1234};

/// The user's model: an initiator at the BAR of the chip, and its software.
struct Software : sc_core::sc_module {
  Software(const sc_core::sc_module_name& name, OpenNetwork& network)
      : sc_module(name), net(network), memory(network.memory(kReader)) {
    SC_HAS_PROCESS(Software);
    SC_THREAD(run);
  }
  void store(uint64_t offset, uint8_t* octets, unsigned count) {
    tlm::tlm_generic_payload trans;
    trans.set_write();
    trans.set_address(offset);
    trans.set_data_ptr(octets);
    trans.set_data_length(count);
    trans.set_streaming_width(count);
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    bar->b_transport(trans, delay);
    if (!trans.is_response_ok()) SC_REPORT_ERROR("bar", trans.get_response_string().c_str());
  }
  void run() {
    RmaCommand read;
    read.size = 128;
    read.remote = net.address(kOwner);
    read.remote_region = 5, read.local_region = 1, read.queue_region = 2;
    read.key = kKey;
    CommandBytes command = encode_command(read);
    for (unsigned at = 0; at < 64; at += 16) store(kCommandWindow + at, &command[at], 16);
    CompletionBytes end{};  // in host memory: docs/reference/rma.md
    for (; end[0] == 0; memory.read(kQueue, end.data(), end.size())) wait(10, sc_core::SC_NS);
    uint8_t data[128];
    memory.read(kData, data, 128);
    std::cout << "status " << (end[0] & 15) << ", " << load_little(&end[4], 4) << " bytes in "
              << load_little(&end[12], 4) << " ns, seen " << sc_core::sc_time_stamp()
              << " after the first store, first " << +data[0] << ", last " << +data[127] << '\n';
  }
  OpenNetwork& net;
  HostMemory& memory;
  tlm_utils::simple_initiator_socket<Software> bar;
};

int sc_main(int count, char** arguments) {
  OpenNetwork network(count > 1 ? arguments[1] : "testbench/two_pods.yaml");
  for (uint8_t n = 0; n < 128; ++n)
    network.memory(kOwner).write(kData + n, std::array{static_cast<uint8_t>(100 + n)}.data(), 1);
  network.add_region(kOwner, 5, kData, 4096, kPermRead, kKey);
  network.add_region(kReader, 1, kData, 4096, kPermWrite, kKey);
  network.add_region(kReader, 2, kQueue, 4096, kPermWrite, kKey);
  Software software("software", network);
  HostMemoryTarget dram("dram", network.memory(kReader));
  software.bar.bind(network.open(kReader).bar.socket);
  network.open(kReader).dma.socket.bind(dram.socket);
  network.run(sc_core::sc_time(10, sc_core::SC_US));
  return network.open(kReader).link().idle() ? 0 : 1;
}
