// SPDX-License-Identifier: Apache-2.0
// TLM-2.0 base protocol checker: calls, phases and their order.
#include "testbench/tlm_checker.h"

#include <fmt/format.h>

#include <utility>

namespace tinsim {

using sc_core::sc_time;
using tlm::tlm_generic_payload;
using tlm::tlm_phase;
using tlm::tlm_sync_enum;

namespace {

bool follows(const tlm_phase& last, const tlm_phase& phase) {
  if (phase == tlm::END_REQ) return last == tlm::BEGIN_REQ;
  if (phase == tlm::BEGIN_RESP) return last == tlm::BEGIN_REQ || last == tlm::END_REQ;
  return phase == tlm::END_RESP && last == tlm::BEGIN_RESP;
}

}  // namespace

TlmChecker::TlmChecker(const sc_core::sc_module_name& name)
    : sc_module(name), target("target"), initiator("initiator") {
  target.bind(*this);
  initiator.bind(*this);
}

void TlmChecker::breach(const char* rule, const std::string& text) {
  breaches_.push_back(rule);
  const std::string line =
      fmt::format("{} {} at {}: {}", name(), rule, sc_core::sc_time_stamp().to_string(), text);
  SC_REPORT_ERROR("/tinsim/tlm/protocol", line.c_str());
}

void TlmChecker::expect(bool holds, const char* rule, const tlm_generic_payload& trans,
                        const char* sentence) {
  if (holds) return;
  breach(rule, fmt::format("{}; transaction of {} octets at {:#x}", sentence,
                           trans.get_data_length(), trans.get_address()));
}

bool TlmChecker::refuse(const char* rule, const tlm_generic_payload& trans, const char* sentence) {
  expect(false, rule, trans, sentence);
  return false;
}

void TlmChecker::b_transport(tlm_generic_payload& trans, sc_time& delay) {
  expect(blocking_.count(&trans) == 0 && active_.count(&trans) == 0, "TransactionIsFree", trans,
         "b_transport is called with a transaction that is under way");
  ++blocking_[&trans];
  ++transactions_;
  const Sent sent = check_request(trans);
  const sc_time before = sc_core::sc_time_stamp() + delay;
  initiator->b_transport(trans, delay);
  expect(sc_core::sc_time_stamp() + delay >= before, "TimeGoesOn", trans,
         "b_transport returns a time before that of its call");
  check_response(trans, sent);
  if (--blocking_[&trans] == 0) blocking_.erase(&trans);
  release_payload(trans, sent);
}

tlm_sync_enum TlmChecker::nb_transport_fw(tlm_generic_payload& trans, tlm_phase& phase,
                                          sc_time& delay) {
  const tlm_phase called = phase;
  const sc_time before = delay;
  const bool counts = take_phase(trans, called, true);
  const tlm_sync_enum status = initiator->nb_transport_fw(trans, phase, delay);
  if (counts) take_return(trans, status, called, phase, before, delay, true);
  return status;
}

tlm_sync_enum TlmChecker::nb_transport_bw(tlm_generic_payload& trans, tlm_phase& phase,
                                          sc_time& delay) {
  const tlm_phase called = phase;
  const sc_time before = delay;
  const bool counts = take_phase(trans, called, false);
  const tlm_sync_enum status = target->nb_transport_bw(trans, phase, delay);
  if (counts) take_return(trans, status, called, phase, before, delay, false);
  return status;
}

void TlmChecker::begin(tlm_generic_payload& trans) {
  expect(trans.has_mm(), "MemoryManager", trans,
         "nb_transport is called with a transaction without memory manager");
  expect(request_ == nullptr, "RequestExclusion", trans,
         "BEGIN_REQ before the previous request was accepted");
  request_ = &trans;
  ++transactions_;
  Sent sent = check_request(trans);
  sent.phase = tlm::BEGIN_REQ;
  active_[&trans] = std::move(sent);
}

void TlmChecker::end(tlm_generic_payload& trans) {
  if (request_ == &trans) request_ = nullptr;
  if (response_ == &trans) response_ = nullptr;
  const auto found = active_.find(&trans);
  const Sent sent = std::move(found->second);
  active_.erase(found);
  release_payload(trans, sent);
}

bool TlmChecker::take_phase(tlm_generic_payload& trans, const tlm_phase& phase, bool forward) {
  if (phase > tlm::END_RESP) return false;  // of an extended protocol: ignorable
  const bool of_initiator = phase == tlm::BEGIN_REQ || phase == tlm::END_RESP;
  const bool is_known = phase != tlm::UNINITIALIZED_PHASE;
  if (!is_known || of_initiator != forward) {
    return refuse("PhaseDirection", trans,
                  forward ? "the initiator sends a phase that is not its own"
                          : "the target sends a phase that is not its own");
  }
  const auto found = active_.find(&trans);
  if (phase == tlm::BEGIN_REQ) {
    if (found == active_.end() && blocking_.count(&trans) == 0) {
      begin(trans);
      return true;
    }
    return refuse("PhaseOrder", trans, "BEGIN_REQ of a transaction that is under way");
  }
  const tlm_phase last =
      found == active_.end() ? tlm_phase(tlm::UNINITIALIZED_PHASE) : found->second.phase;
  if (!follows(last, phase)) return refuse("PhaseOrder", trans, "a phase is out of order");
  Sent& sent = found->second;
  sent.phase = phase;
  if (phase == tlm::END_RESP) {
    check_kept(trans, sent);
    return true;  // it ends when the call has returned
  }
  if (request_ == &trans) request_ = nullptr;
  if (phase == tlm::END_REQ) {
    check_kept(trans, sent);
    return true;
  }
  expect(response_ == nullptr, "ResponseExclusion", trans,
         "BEGIN_RESP before the END_RESP of the previous response");
  response_ = &trans;
  check_response(trans, sent);
  return true;
}

void TlmChecker::take_return(tlm_generic_payload& trans, tlm_sync_enum status,
                             const tlm_phase& called, const tlm_phase& phase, const sc_time& before,
                             const sc_time& after, bool forward) {
  const auto found = active_.find(&trans);
  // During the call, calls of the other side may have ended the transaction.
  if (found == active_.end()) return;
  if (status == tlm::TLM_ACCEPTED) {
    expect(phase == called && after == before, "AcceptedIsUnchanged", trans,
           "TLM_ACCEPTED changes the phase or the delay");
    if (called == tlm::END_RESP) end(trans);
    return;
  }
  expect(after >= before, "TimeGoesOn", trans, "nb_transport returns a shorter delay");
  if (status == tlm::TLM_UPDATED) {
    const bool is_next = called != tlm::END_RESP && phase > called && phase <= tlm::END_RESP;
    expect(is_next, "UpdatedPhase", trans, "TLM_UPDATED without one of the next phases");
    if (!is_next) return;
    if (take_phase(trans, phase, !forward) && phase == tlm::END_RESP) end(trans);
    return;
  }
  expect(called != tlm::END_REQ, "CompletedEarly", trans,
         "TLM_COMPLETED answers END_REQ, before there is a response");
  if (called == tlm::BEGIN_REQ) check_response(trans, found->second);
  end(trans);
}

void TlmChecker::check_end() {
  for (const auto& [trans, sent] : active_) {
    breach("AllEnded", fmt::format("the transaction at {:#x} has not ended", sent.address));
  }
}

}  // namespace tinsim
