// SPDX-License-Identifier: Apache-2.0
// A user's initiator that breaks the TLM-2.0 base protocol on request, and records all calls to it.
#pragma once

#include <string>
#include <systemc>
#include <tlm>
#include <vector>

#include "tlm/sockets/payload_pool.h"

namespace tinsim {

/// Answers as a good initiator does, by default.
struct NonconformingInitiator : sc_core::sc_module, tlm::tlm_bw_transport_if<> {
  explicit NonconformingInitiator(const sc_core::sc_module_name& name)
      : sc_module(name), socket("socket") {
    socket.bind(*this);
  }
  tlm::tlm_sync_enum send(tlm::tlm_generic_payload& trans, tlm::tlm_phase phase) {
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    return socket->nb_transport_fw(trans, phase, delay);
  }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& trans, tlm::tlm_phase& phase,
                                     sc_core::sc_time&) override {
    if (phase == tlm::END_REQ) return tlm::TLM_ACCEPTED;
    responses.push_back(trans.get_response_status());
    return holds_back ? tlm::TLM_ACCEPTED : tlm::TLM_COMPLETED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

  tlm::tlm_initiator_socket<> socket;
  PayloadPool pool;
  std::vector<tlm::tlm_response_status> responses;
  bool holds_back = false;
};

/// SystemC reports during its lifetime; reports do not end the simulation.
class KeptReports {
 public:
  KeptReports() {
    texts().clear();
    sc_core::sc_report_handler::set_handler(keep);
  }
  ~KeptReports() { sc_core::sc_report_handler::set_handler(nullptr); }
  KeptReports(const KeptReports&) = delete;
  KeptReports& operator=(const KeptReports&) = delete;

  static std::vector<std::string>& texts() {
    static std::vector<std::string> all;
    return all;
  }

 private:
  static void keep(const sc_core::sc_report& report, const sc_core::sc_actions&) {
    texts().emplace_back(report.get_msg());
  }
};

}  // namespace tinsim
