// SPDX-License-Identifier: Apache-2.0
// A chip's requests to host memory as TLM-2.0 transactions: one thread.
#include "tlm/sockets/tlm_dma_memory.h"

#include <algorithm>
#include <string>
#include <utility>

#include "tlm/sockets/at_target.h"

namespace tinsim {

TlmDmaMemory::TlmDmaMemory(const sc_core::sc_module_name& name)
    : sc_module(name), socket("socket") {
  socket.register_nb_transport_bw(this, &TlmDmaMemory::refuse);
  SC_HAS_PROCESS(TlmDmaMemory);
  SC_THREAD(run);
}

void TlmDmaMemory::announce(uint64_t number, const MemoryAccess& access, Cycle at, Cycle due) {
  Request request;
  request.number = number;
  request.at = access.kind == MemoryAccess::Kind::kWrite ? due : at;
  request.access = access;
  request.access.data = nullptr;
  if (access.kind == MemoryAccess::Kind::kWrite && !access.counted)
    request.data.assign(access.data, access.data + access.bytes);
  requests_.push_back(std::move(request));
  announced_.notify(sc_core::SC_ZERO_TIME);
}

MemoryReply TlmDmaMemory::answer(uint64_t number, MemoryAccess& access, uint64_t& old_value) {
  if (access.kind == MemoryAccess::Kind::kWrite) return MemoryReply::kDone;
  const auto found = results_.find(number);
  if (found == results_.end() || found->second.at > clock_->time(clock_->now()))
    return MemoryReply::kWait;
  const Result& result = found->second;
  const bool error = result.error;
  if (!error && !access.counted && access.kind == MemoryAccess::Kind::kRead)
    std::copy(result.data.begin(), result.data.end(), access.data);
  if (!error && access.kind == MemoryAccess::Kind::kAtomic)
    old_value = load_little(result.data.data(), access.bytes);
  results_.erase(found);
  return error ? MemoryReply::kError : MemoryReply::kDone;
}

void TlmDmaMemory::run() {
  for (;;) {
    while (requests_.empty()) wait(announced_);
    Request request = std::move(requests_.front());
    requests_.pop_front();
    const sc_core::sc_time at = clock_->time(request.at);
    if (at > sc_core::sc_time_stamp()) wait(at - sc_core::sc_time_stamp());
    perform(request);
  }
}

void TlmDmaMemory::perform(Request& request) {
  using Kind = MemoryAccess::Kind;
  const MemoryAccess& access = request.access;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  auto& data = request.data;
  data.resize(access.bytes);
  bool good = true;
  if (access.kind != Kind::kWrite)
    good = transport(tlm::TLM_READ_COMMAND, access.address, data, delay);
  if (access.kind == Kind::kWrite && !access.counted) {
    good = transport(tlm::TLM_WRITE_COMMAND, access.address, data, delay);
  } else if (access.kind == Kind::kAtomic && good && !access.counted) {
    auto changed = data;
    store_little(changed.data(), access.bytes,
                 atomic_result(access.atomic, load_little(data.data(), access.bytes)));
    good = transport(tlm::TLM_WRITE_COMMAND, access.address, changed, delay);
  }
  if (access.kind == Kind::kWrite) {
    refused_writes_ += !good;
    return;
  }
  results_[request.number] = {sc_core::sc_time_stamp() + delay, !good, std::move(data)};
}

bool TlmDmaMemory::transport(tlm::tlm_command command, uint64_t address, std::vector<uint8_t>& data,
                             sc_core::sc_time& delay) {
  auto& trans = pool_.allocate(command, address, static_cast<unsigned>(data.size()));
  const uint8_t* const octets = trans.get_data_ptr();  // even if the target changes the payload's
  std::copy(data.begin(), data.end(), trans.get_data_ptr());
  socket->b_transport(trans, delay);
  const bool good = trans.is_response_ok() && is_reachable_time(delay);
  if (!is_reachable_time(delay)) {
    warn("an answer at a time beyond the end of SystemC time");
    delay = sc_core::SC_ZERO_TIME;
  }
  if (good) std::copy_n(octets, data.size(), data.begin());
  trans.release();
  return good;
}

tlm::tlm_sync_enum TlmDmaMemory::refuse(tlm::tlm_generic_payload&, tlm::tlm_phase&,
                                        sc_core::sc_time&) {
  warn("a response to a request that was made by b_transport");
  return tlm::TLM_COMPLETED;
}

void TlmDmaMemory::warn(const char* what) const {
  const std::string text =
      std::string(name()) + " at " + sc_core::sc_time_stamp().to_string() + ": " + what;
  SC_REPORT_WARNING("/tinsim/tlm/phase", text.c_str());
}

}  // namespace tinsim
