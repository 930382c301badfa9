// SPDX-License-Identifier: Apache-2.0
// Target side of the TLM-2.0 base protocol: phases.
#include "tlm/sockets/at_target.h"

#include <fmt/format.h>
#include <sysc/kernel/sc_dynamic_processes.h>

#include <algorithm>

namespace tinsim {

using tlm::tlm_generic_payload;

namespace {

/// In a set during the lifetime of this object: a caller may be killed while it waits.
struct Stay {
  ~Stay() { set.erase(&trans); }
  std::set<const tlm_generic_payload*>& set;
  const tlm_generic_payload& trans;
};

}  // namespace

tlm::tlm_response_status payload_status(const tlm_generic_payload& trans, uint64_t bytes) {
  if (!trans.is_read() && !trans.is_write()) return tlm::TLM_COMMAND_ERROR_RESPONSE;
  const uint64_t length = trans.get_data_length();
  if (length == 0) return tlm::TLM_BURST_ERROR_RESPONSE;
  if (trans.get_data_ptr() == nullptr) return tlm::TLM_GENERIC_ERROR_RESPONSE;
  if (trans.get_streaming_width() == 0) return tlm::TLM_BURST_ERROR_RESPONSE;
  const uint64_t span = std::min<uint64_t>(length, trans.get_streaming_width());
  if (span > bytes || trans.get_address() > bytes - span) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  return tlm::TLM_OK_RESPONSE;
}

/// Half of the range of time is left for the rest of the simulation.
bool is_reachable_time(const sc_core::sc_time& delay) {
  return delay.value() <= sc_core::sc_max_time().value() / 2;
}

AtTarget::AtTarget(const sc_core::sc_module_name& name)
    : sc_module(name), socket("socket"), requests_("requests") {
  socket.bind(*this);
  SC_HAS_PROCESS(AtTarget);
  SC_METHOD(accept_requests);
  sensitive << requests_.get_event();
  dont_initialize();
  SC_METHOD(finish);
  sensitive << response_free_;
  dont_initialize();
}

void AtTarget::b_transport(tlm_generic_payload& trans, sc_core::sc_time& delay) {
  if (active_.count(&trans) != 0 || !blocking_.insert(&trans).second)
    return warn(trans, "is passed to b_transport before it has ended");
  const Stay stay{blocking_, trans};
  if (!refuse_unreachable_time(trans, delay)) serve(trans, delay);
}

bool AtTarget::may_wait(const tlm_generic_payload& trans) const {
  const auto process = sc_core::sc_get_current_process_handle();
  const auto kind = process.valid() ? process.proc_kind() : sc_core::SC_NO_PROC_;
  if (kind == sc_core::SC_THREAD_PROC_ || kind == sc_core::SC_CTHREAD_PROC_) return true;
  warn(trans, "is passed to b_transport by something else than a thread");
  return false;
}

bool AtTarget::get_direct_mem_ptr(tlm_generic_payload&, tlm::tlm_dmi& dmi) {
  dmi.init();
  dmi.set_start_address(0);
  dmi.set_end_address(~sc_dt::uint64{0});
  dmi.set_granted_access(tlm::tlm_dmi::DMI_ACCESS_READ_WRITE);
  return false;
}

tlm::tlm_sync_enum AtTarget::nb_transport_fw(tlm_generic_payload& trans, tlm::tlm_phase& phase,
                                             sc_core::sc_time& delay) {
  if (phase == tlm::BEGIN_REQ) return begin(trans, delay);
  if (phase == tlm::END_RESP) return end(trans, delay);
  if (phase == tlm::UNINITIALIZED_PHASE || phase == tlm::END_REQ || phase == tlm::BEGIN_RESP) {
    warn(trans, "sends a phase that is not an initiator's");
  }
  return tlm::TLM_ACCEPTED;  // others are phases of extensions, which may be ignored
}

tlm::tlm_sync_enum AtTarget::begin(tlm_generic_payload& trans, const sc_core::sc_time& delay) {
  if (!trans.has_mm()) {
    warn(trans, "has no memory manager, which nb_transport needs");
    trans.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
    return tlm::TLM_COMPLETED;
  }
  if (active_.count(&trans) != 0 || blocking_.count(&trans) != 0) {
    warn(trans, "begins before it has ended");
    return tlm::TLM_ACCEPTED;
  }
  if (refuse_unreachable_time(trans, delay)) return tlm::TLM_COMPLETED;
  if (request_is_open_) warn(trans, "begins before the END_REQ of the one before");
  request_is_open_ = true;
  trans.acquire();
  active_[&trans] = Stage::kRequest;
  requests_.notify(trans, delay);
  return tlm::TLM_ACCEPTED;
}

tlm::tlm_sync_enum AtTarget::end(tlm_generic_payload& trans, const sc_core::sc_time& delay) {
  if (responding_ != &trans || is_ending_) {
    warn(trans, "sends END_RESP without a BEGIN_RESP");
    return tlm::TLM_ACCEPTED;
  }
  end_response(trans, delay);
  return tlm::TLM_COMPLETED;
}

void AtTarget::end_response(const tlm_generic_payload& trans, const sc_core::sc_time& delay) {
  if (!is_reachable_time(delay))
    warn(trans, "ends its response at a time beyond the end of SystemC time");
  is_ending_ = true;
  response_free_.notify(is_reachable_time(delay) ? delay : sc_core::SC_ZERO_TIME);
}

/// Whether `trans` is to be served beyond the range of SystemC time: then it has its response.
bool AtTarget::refuse_unreachable_time(tlm_generic_payload& trans,
                                       const sc_core::sc_time& delay) const {
  if (is_reachable_time(delay)) return false;
  warn(trans, "is for a time beyond the end of SystemC time");
  trans.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
  return true;
}

void AtTarget::accept_requests() {
  while (tlm_generic_payload* trans = requests_.get_next_transaction()) {
    active_[trans] = Stage::kServed;
    request_is_open_ = false;
    tlm::tlm_phase phase = tlm::END_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    if (socket->nb_transport_bw(*trans, phase, delay) != tlm::TLM_ACCEPTED)
      warn(*trans, "answers END_REQ by something else than TLM_ACCEPTED");
    sc_core::sc_spawn([this, trans] { serve_one(trans); });
  }
}

void AtTarget::serve_one(tlm_generic_payload* trans) {
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  serve(*trans, delay);
  if (delay != sc_core::SC_ZERO_TIME) sc_core::wait(delay);
  ready_.push_back(trans);
  respond();
}

void AtTarget::respond() {
  while (responding_ == nullptr && !ready_.empty()) {
    responding_ = ready_.front();
    ready_.pop_front();
    active_[responding_] = Stage::kResponse;
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    const auto status = socket->nb_transport_bw(*responding_, phase, delay);
    if (status == tlm::TLM_ACCEPTED || is_ending_) return;
    end_response(*responding_, delay);
  }
}

void AtTarget::finish() {
  active_.erase(responding_);
  if (responding_->get_ref_count() > 0) {
    responding_->release();
  } else {
    warn(*responding_, "has been released more often than acquired");
  }
  responding_ = nullptr;
  is_ending_ = false;
  respond();
}

void AtTarget::warn(const tlm_generic_payload& trans, const char* what) const {
  const std::string text =
      fmt::format("{} at {}: the transaction at {:#x} {}", name(),
                  sc_core::sc_time_stamp().to_string(), trans.get_address(), what);
  SC_REPORT_WARNING("/tinsim/tlm/phase", text.c_str());
}

}  // namespace tinsim
