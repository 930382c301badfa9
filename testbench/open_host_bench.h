// SPDX-License-Identifier: Apache-2.0
// Users' models at open hosts of a network: an initiator at the BAR and a memory behind the chip's
// DMA, with a protocol checker on each side.
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <memory>
#include <string>
#include <vector>

#include "platform/config/reader.h"
#include "platform/open/open_network.h"
#include "testbench/pcie_tlm_bench.h"
#include "tlm/tin/rma/command.h"

namespace tinsim {

/// A memory that writes down when it was written.
struct TimedMemory : sc_core::sc_module {
  struct Write {
    uint64_t address;
    unsigned bytes;
    sc_core::sc_time at;
  };
  TimedMemory(const sc_core::sc_module_name& name, HostMemory& of)
      : sc_module(name), socket("socket"), memory(of) {
    socket.register_b_transport(this, &TimedMemory::transport);
  }
  void transport(tlm::tlm_generic_payload& trans, sc_core::sc_time&) {
    const unsigned bytes = trans.get_data_length();
    bool good = false;
    if (trans.is_read()) {
      good = memory.read(trans.get_address(), trans.get_data_ptr(), bytes);
    } else {
      good = memory.write(trans.get_address(), trans.get_data_ptr(), bytes);
      if (good) writes.push_back({trans.get_address(), bytes, sc_core::sc_time_stamp()});
    }
    trans.set_response_status(good ? tlm::TLM_OK_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE);
  }

  tlm_utils::simple_target_socket<TimedMemory> socket;
  HostMemory& memory;
  std::vector<Write> writes;
};

/// `Initiator` has a socket; it is bound to the BAR.
template <class Initiator>
struct UserHost {
  UserHost(OpenNetwork& network, unsigned number)
      : UserHost(network, number, "user" + std::to_string(number)) {}

  OpenHost& open;
  Initiator user;
  TlmChecker at_bar, at_memory;
  TimedMemory memory;

 private:
  UserHost(OpenNetwork& network, unsigned number, const std::string& name)
      : open(network.open(number)),
        user(name.c_str()),
        at_bar((name + "_bar").c_str()),
        at_memory((name + "_memory").c_str()),
        memory((name + "_dram").c_str(), network.memory(number)) {
    user.socket.bind(at_bar.target);
    at_bar.initiator.bind(open.bar.socket);
    open.dma.socket.bind(at_memory.target);
    at_memory.initiator.bind(memory.socket);
  }
};

/// Software that works as it should, in threads that call it.
struct GoodSoftware : ScriptedInitiator {
  using ScriptedInitiator::ScriptedInitiator;

  void write_register(uint32_t offset, uint64_t value) {
    std::vector<uint8_t> octets(8);
    store_little(octets.data(), 8, value);
    transport(tlm::TLM_WRITE_COMMAND, offset, octets);
  }
  uint64_t read_register(uint32_t offset) {
    std::vector<uint8_t> octets(8);
    transport(tlm::TLM_READ_COMMAND, offset, octets);
    return load_little(octets.data(), 8);
  }
  void add_region(uint32_t number, const RmaRegion& region) {
    const uint64_t values[] = {region.base,
                               region.length,
                               region.perms | unsigned{region.host} << 4,
                               region.key.lo,
                               region.key.hi,
                               number,
                               0};
    for (uint32_t n = 0; n < std::size(values); ++n) write_register(0x100 + 8 * n, values[n]);
  }
  void post(unsigned slot, const RmaCommand& command) {
    const CommandBytes bytes = encode_command(command);
    for (unsigned part : {1u, 3u, 0u, 2u}) {
      const auto* first = bytes.data() + part * kQuarterBytes;
      std::vector<uint8_t> quarter(first, first + kQuarterBytes);
      transport(tlm::TLM_WRITE_COMMAND, kCommandWindow + slot * kCommandBytes + part * 16, quarter);
    }
  }
};

}  // namespace tinsim
