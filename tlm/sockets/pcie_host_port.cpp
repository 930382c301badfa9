// SPDX-License-Identifier: Apache-2.0
// A host's way into its chip as TLM-2.0 target: stores and loads.
#include "tlm/sockets/pcie_host_port.h"

#include <algorithm>

namespace tinsim {
namespace {

uint32_t part_of(uint64_t address, unsigned left) {
  return static_cast<uint32_t>(std::min<uint64_t>(left, kMaxMmioBytes - address % kMaxMmioBytes));
}

}  // namespace

PcieHostPort::PcieHostPort(const sc_core::sc_module_name& name, PcieLink& link, PcieClock& clock)
    : AtTarget(name), link_(link), clock_(clock) {
  link.attach(static_cast<MmioClient&>(*this));
}

void PcieHostPort::serve(tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) {
  auto status = payload_status(trans, link_.params().bar_bytes);
  if (status == tlm::TLM_OK_RESPONSE && trans.get_byte_enable_ptr() != nullptr)
    status = tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  if (status == tlm::TLM_OK_RESPONSE && trans.get_streaming_width() < trans.get_data_length())
    status = tlm::TLM_BURST_ERROR_RESPONSE;
  trans.set_dmi_allowed(false);
  if (status == tlm::TLM_OK_RESPONSE && !may_wait(trans)) status = tlm::TLM_GENERIC_ERROR_RESPONSE;
  if (status == tlm::TLM_OK_RESPONSE) {
    const bool is_write = trans.is_write();
    const uint64_t address = trans.get_address();
    const unsigned length = trans.get_data_length();
    uint8_t* data = trans.get_data_ptr();
    if (delay != sc_core::SC_ZERO_TIME) sc_core::wait(delay);
    delay = sc_core::SC_ZERO_TIME;
    if (is_write) {
      store(address, data, length);
    } else if (!load(address, data, length)) {
      status = tlm::TLM_ADDRESS_ERROR_RESPONSE;
    }
  }
  trans.set_response_status(status);
}

void PcieHostPort::store(uint64_t address, const uint8_t* data, unsigned length) {
  for (unsigned done = 0; done < length;) {
    while (link_.down().waiting(kPosted) >= kStoreBuffer) sc_core::wait(clock_.time(1));
    const uint64_t offset = address + done;
    const uint32_t bytes = part_of(offset, length - done);
    link_.store(clock_.now(), static_cast<uint32_t>(offset), {data + done, bytes});
    clock_.notify_request();
    done += bytes;
  }
}

bool PcieHostPort::load(uint64_t address, uint8_t* out, unsigned length) {
  // The caller may be killed while it waits: later answers find no request.
  struct Open {
    ~Open() {
      for (; first != end; ++first) parts.erase(first);
    }
    std::map<uint64_t, Part>& parts;
    uint64_t first, end;
  } open{parts_, loads_, loads_};
  sc_core::sc_event done;
  Load load;
  load.out = out;
  load.done = &done;
  for (unsigned asked = 0; asked < length;) {
    const uint64_t offset = address + asked;
    const uint32_t bytes = part_of(offset, length - asked);
    parts_[loads_] = {&load, asked};
    ++load.left;
    link_.load(clock_.now(), static_cast<uint32_t>(offset), bytes, loads_++);
    open.end = loads_;
    clock_.notify_request();
    asked += bytes;
  }
  sc_core::wait(done);
  return !load.error;
}

void PcieHostPort::loaded(uint64_t cookie, ByteView bytes, bool error, Cycle at) {
  const auto found = parts_.find(cookie);
  if (found == parts_.end()) return;
  Load& load = *found->second.load;
  if (error) {
    load.error = true;
  } else {
    std::copy_n(bytes.data, bytes.size, load.out + found->second.offset);
  }
  parts_.erase(found);
  // The chip may be ahead of SystemC.
  load.end = std::max(load.end, clock_.time(at));
  if (--load.left == 0) load.done->notify(load.end - sc_core::sc_time_stamp());
}

/// Neither byte enables nor streaming width count (IEEE 1666-2011, 11.3).
unsigned PcieHostPort::transport_dbg(tlm::tlm_generic_payload& trans) {
  const uint64_t size = link_.params().bar_bytes;
  if (!trans.is_read() || link_.target() == nullptr || trans.get_data_ptr() == nullptr ||
      trans.get_address() >= size)
    return 0;
  const auto length = static_cast<unsigned>(
      std::min<uint64_t>(trans.get_data_length(), size - trans.get_address()));
  unsigned done = 0;
  while (done < length) {
    const uint64_t offset = trans.get_address() + done;
    const uint32_t bytes = part_of(offset, length - done);
    if (!link_.target()->peek(link_.params().host, static_cast<uint32_t>(offset),
                              trans.get_data_ptr() + done, bytes)) {
      break;
    }
    done += bytes;
  }
  return done;
}

}  // namespace tinsim
