// SPDX-License-Identifier: Apache-2.0
// Example: software of one's own at two hosts of a Dragonfly. One registers a region of its memory,
// the other reads it by 1RMA. Usage: pcie_host_example CONFIG (testbench/two_pods.yaml).
#include <tlm_utils/simple_initiator_socket.h>

#include <iostream>
#include <numeric>

#include "platform/open_network.h"
#include "tlm/pcie/host_memory_target.h"

using sc_core::sc_time;
using tinsim::HostMemoryTarget;
using tinsim::load_little;
using tinsim::OpenNetwork;
using tinsim::store_little;
using Octets = std::vector<uint8_t>;

constexpr unsigned kReaderHost = 0, kOwnerHost = 6;  ///< of different pods
constexpr uint64_t kData = 0x10000, kQueue = 0x20000, kKey = 0x1234;

/// The user's model: what software does with BAR and memory.
struct Software : sc_core::sc_module {
  Software(const sc_core::sc_module_name& name, OpenNetwork& network, unsigned host)
      : sc_module(name),
        net(network),
        for_software("for_software", network.memory(host)),
        for_chip("for_chip", network.memory(host)) {
    bar.bind(network.open(host).bar.socket);
    memory.bind(for_software.socket);
    network.open(host).dma.socket.bind(for_chip.socket);
    SC_HAS_PROCESS(Software);
    SC_THREAD(run);
  }
  virtual void run() = 0;
  template <class Socket>
  static void access(Socket& socket, tlm::tlm_command command, uint64_t address, Octets& data) {
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
  /// Registers of docs/rma.md: base, length, permissions, key low and high, number; commit.
  void add_region(uint64_t number, uint64_t base, uint64_t length, uint64_t permissions) {
    const uint64_t values[] = {base, length, permissions, kKey, 0, number, 0};
    for (unsigned n = 0; n < 7; ++n) {
      Octets octets(8);
      store_little(octets.data(), 8, values[n]);
      access(bar, tlm::TLM_WRITE_COMMAND, 0x100 + 8 * n, octets);
    }
  }
  OpenNetwork& net;
  HostMemoryTarget for_software, for_chip;  // a target socket for each initiator
  tlm_utils::simple_initiator_socket<Software> bar, memory;
};

struct Owner final : Software {
  using Software::Software;
  void run() override {
    Octets data(128);
    std::iota(data.begin(), data.end(), 100);
    access(memory, tlm::TLM_WRITE_COMMAND, kData, data);
    add_region(5, kData, 4096, tinsim::kPermRead);
  }
};

struct Reader final : Software {
  using Software::Software;
  void run() override {
    add_region(1, kData, 4096, tinsim::kPermWrite);
    add_region(2, kQueue, 4096, tinsim::kPermWrite);
    wait(2, sc_core::SC_US);  // until the other host is ready
    Octets command(64), completion(32), data(128);
    store_little(&command[2], 2, data.size());
    store_little(&command[4], 2, net.address(kOwnerHost));
    for (const auto& [at, region] : {std::pair{8, 5}, {12, 1}, {32, 2}}) command[at] = region;
    store_little(&command[48], 8, kKey);
    const sc_time begin = sc_core::sc_time_stamp();
    for (unsigned part = 0; part < 4; ++part) {
      Octets quarter(&command[16 * part], &command[16 * part] + 16);
      access(bar, tlm::TLM_WRITE_COMMAND, 0x10000 + 16 * part, quarter);
    }
    while (completion[0] == 0) {
      wait(10, sc_core::SC_NS);
      access(memory, tlm::TLM_READ_COMMAND, kQueue, completion);
    }
    access(memory, tlm::TLM_READ_COMMAND, kData, data);
    std::cout << "status " << (completion[0] & 15) << ", " << load_little(&completion[4], 4)
              << " bytes in " << load_little(&completion[12], 4) << " ns, seen "
              << sc_core::sc_time_stamp() - begin << " after the first store, first "
              << +data.front() << ", last " << +data.back() << '\n';
  }
};

int sc_main(int count, char** arguments) {
  OpenNetwork network(count > 1 ? arguments[1] : "testbench/two_pods.yaml");
  Owner owner("owner", network, kOwnerHost);
  Reader reader("reader", network, kReaderHost);
  network.run(sc_time(10, sc_core::SC_US));
  return network.open(kReaderHost).link().idle() ? 0 : 1;
}
