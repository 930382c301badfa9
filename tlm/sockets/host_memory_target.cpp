// SPDX-License-Identifier: Apache-2.0
// A host's memory as TLM-2.0 target.
#include "tlm/sockets/host_memory_target.h"

#include <algorithm>

namespace tinsim {

void HostMemoryTarget::serve(tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) {
  auto status = payload_status(trans, memory_.bytes());
  const bool has_enables = trans.get_byte_enable_ptr() != nullptr;
  if (status == tlm::TLM_OK_RESPONSE && has_enables && trans.get_byte_enable_length() == 0)
    status = tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  if (status == tlm::TLM_OK_RESPONSE) {
    move(trans);
    trans.set_dmi_allowed(true);
    delay += latency_;
  }
  trans.set_response_status(status);
}

/// In rows of a streaming width, in each of them runs of enabled octets.
void HostMemoryTarget::move(tlm::tlm_generic_payload& trans) {
  const unsigned width = trans.get_streaming_width();
  const unsigned length = trans.get_data_length();
  const uint8_t* enable = trans.get_byte_enable_ptr();
  const unsigned enables = trans.get_byte_enable_length();
  for (unsigned done = 0; done < length;) {
    const bool on = enable == nullptr || enable[done % enables] == TLM_BYTE_ENABLED;
    const unsigned row_end = std::min<uint64_t>(length, (uint64_t{done} / width + 1) * width);
    unsigned end = enable == nullptr ? row_end : done + 1;
    while (end < row_end && (enable[end % enables] == TLM_BYTE_ENABLED) == on) ++end;
    uint8_t* data = trans.get_data_ptr() + done;
    const uint64_t address = trans.get_address() + done % width;
    if (on && trans.is_read()) memory_.read(address, data, end - done);
    if (on && trans.is_write()) memory_.write(address, data, end - done);
    done = end;
  }
}

unsigned HostMemoryTarget::transport_dbg(tlm::tlm_generic_payload& trans) {
  const uint64_t address = trans.get_address();
  if (address >= memory_.bytes() || trans.get_data_ptr() == nullptr) return 0;
  const auto bytes =
      static_cast<unsigned>(std::min<uint64_t>(trans.get_data_length(), memory_.bytes() - address));
  if (trans.is_read()) memory_.read(address, trans.get_data_ptr(), bytes);
  if (trans.is_write()) memory_.write(address, trans.get_data_ptr(), bytes);
  return trans.is_read() || trans.is_write() ? bytes : 0;
}

bool HostMemoryTarget::get_direct_mem_ptr(tlm::tlm_generic_payload& trans, tlm::tlm_dmi& dmi) {
  const uint64_t address = trans.get_address();
  dmi.init();
  if (!trans.is_read() && !trans.is_write()) {
    dmi.set_start_address(address);
    dmi.set_end_address(address);
    return false;
  }
  dmi.set_granted_access(tlm::tlm_dmi::DMI_ACCESS_READ_WRITE);
  if (!memory_.has(address, 1)) {
    dmi.set_start_address(memory_.bytes());
    dmi.set_end_address(~sc_dt::uint64{0});
    return false;
  }
  const uint64_t first = address / HostMemory::kPageBytes * HostMemory::kPageBytes;
  dmi.set_dmi_ptr(memory_.page(address));
  dmi.set_start_address(first);
  dmi.set_end_address(std::min(first + HostMemory::kPageBytes, memory_.bytes()) - 1);
  dmi.set_read_latency(latency_);
  dmi.set_write_latency(latency_);
  return true;
}

}  // namespace tinsim
