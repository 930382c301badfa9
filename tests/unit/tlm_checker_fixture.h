// SPDX-License-Identifier: Apache-2.0
// An initiator and a target that do what a test says, with the base protocol checker between them.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "testbench/elaborate.h"
#include "testbench/tlm_checker.h"
#include "tests/unit/gnet_test.h"
#include "tlm/sockets/payload_pool.h"

namespace tinsim {

using Rules = std::vector<std::string>;
using NbCall = std::function<tlm::tlm_sync_enum(tlm::tlm_generic_payload&, tlm::tlm_phase&,
                                                sc_core::sc_time&)>;

/// An initiator and a target that do what a test says.
struct Actors : sc_core::sc_module, tlm::tlm_fw_transport_if<>, tlm::tlm_bw_transport_if<> {
  explicit Actors(const sc_core::sc_module_name& name)
      : sc_module(name), initiator("initiator"), target("target") {
    initiator.bind(*this);
    target.bind(*this);
  }
  void b_transport(tlm::tlm_generic_payload& t, sc_core::sc_time& d) override {
    t.set_response_status(tlm::TLM_OK_RESPONSE);
    on_b(t, d);
  }
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& t, tlm::tlm_phase& p,
                                     sc_core::sc_time& d) override {
    return on_fw(t, p, d);
  }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& t, tlm::tlm_phase& p,
                                     sc_core::sc_time& d) override {
    return on_bw(t, p, d);
  }
  unsigned transport_dbg(tlm::tlm_generic_payload& t) override { return on_debug(t); }
  bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi& dmi) override {
    return on_dmi(dmi);
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

  tlm::tlm_initiator_socket<> initiator;
  tlm::tlm_target_socket<> target;
  std::function<void(tlm::tlm_generic_payload&, sc_core::sc_time&)> on_b = [](auto&, auto&) {};
  NbCall on_fw = [](auto&, auto&, auto&) { return tlm::TLM_ACCEPTED; };
  NbCall on_bw = on_fw;
  std::function<unsigned(tlm::tlm_generic_payload&)> on_debug = [](auto& t) {
    return t.get_data_length();
  };
  std::function<bool(tlm::tlm_dmi&)> on_dmi;
};

class TlmCheckerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    fresh_kernel();
    actors_ = std::make_unique<Actors>("actors");
    checker_ = std::make_unique<TlmChecker>("checker");
    actors_->initiator.bind(checker_->target);
    checker_->initiator.bind(actors_->target);
    sc_core::sc_report_handler::set_actions("/tinsim/tlm/protocol", sc_core::SC_ERROR,
                                            sc_core::SC_DO_NOTHING);
    elaborate();
  }
  void TearDown() override {
    sc_core::sc_report_handler::set_actions("/tinsim/tlm/protocol", sc_core::SC_ERROR,
                                            sc_core::SC_DEFAULT_ERROR_ACTIONS);
  }

  tlm::tlm_generic_payload& request(tlm::tlm_command command = tlm::TLM_WRITE_COMMAND) {
    return pool_.allocate(command, 0x40, 8);
  }
  /// Rules broken by a b_transport of a request that `change` has changed.
  Rules blocking(const std::function<void(tlm::tlm_generic_payload&)>& change = [](auto&) {}) {
    auto& trans = request();
    change(trans);
    sc_core::sc_time delay = sc_core::sc_time(5, sc_core::SC_NS);
    actors_->initiator->b_transport(trans, delay);
    return checker_->breaches();
  }
  tlm::tlm_sync_enum fw(tlm::tlm_generic_payload& trans, tlm::tlm_phase phase,
                        sc_core::sc_time delay = sc_core::SC_ZERO_TIME) {
    return actors_->initiator->nb_transport_fw(trans, phase, delay);
  }
  tlm::tlm_sync_enum bw(tlm::tlm_generic_payload& trans, tlm::tlm_phase phase,
                        sc_core::sc_time delay = sc_core::SC_ZERO_TIME) {
    if (phase == tlm::BEGIN_RESP) trans.set_response_status(tlm::TLM_OK_RESPONSE);
    return actors_->target->nb_transport_bw(trans, phase, delay);
  }
  /// Return value of a scripted side, with a phase and a delay.
  static NbCall returns(tlm::tlm_sync_enum status, tlm::tlm_phase phase,
                        sc_core::sc_time delay = sc_core::SC_ZERO_TIME) {
    return [=](tlm::tlm_generic_payload& trans, tlm::tlm_phase& p, sc_core::sc_time& d) {
      if (phase == tlm::BEGIN_RESP || status == tlm::TLM_COMPLETED)
        trans.set_response_status(tlm::TLM_OK_RESPONSE);
      p = phase;
      d = delay;
      return status;
    };
  }
  const Rules& broken() const { return checker_->breaches(); }

  std::unique_ptr<Actors> actors_;
  std::unique_ptr<TlmChecker> checker_;
  PayloadPool pool_;
};

}  // namespace tinsim
