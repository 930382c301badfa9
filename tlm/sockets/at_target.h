// SPDX-License-Identifier: Apache-2.0
// Target side of the TLM-2.0 base protocol: any number of transactions at once, by b_transport or
// by the four phases of nb_transport.
#pragma once

#include <tlm_utils/peq_with_get.h>

#include <deque>
#include <map>
#include <set>
#include <systemc>
#include <tlm>

namespace tinsim {

/// A derived module defines the service of a transaction. A request is accepted (END_REQ) when its
/// service begins; responses follow one after the other, in the order in which they are ready.
///
/// An initiator breaks the rules if it violates the order of phases, passes a transaction without
/// memory manager or one that is in progress, returns one that it does not hold, or gives a time
/// beyond the range of SystemC. It is named in an SC_REPORT_WARNING of type /tinsim/tlm/phase; its
/// call has no effect (a response ends at once), and the simulation continues.
class AtTarget : public sc_core::sc_module, public tlm::tlm_fw_transport_if<> {
 public:
  explicit AtTarget(const sc_core::sc_module_name& name);

  tlm::tlm_target_socket<> socket;

  void b_transport(tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) override;
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& trans, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& trans, tlm::tlm_dmi& dmi) override;
  unsigned transport_dbg(tlm::tlm_generic_payload& trans) override = 0;

  /// Transactions of nb_transport that have not ended.
  size_t in_progress() const { return active_.size(); }

 protected:
  /// Executes `trans` and sets its response. May wait, and may add to `delay`. Called from a
  /// thread; several calls may overlap.
  virtual void serve(tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) = 0;
  /// Whether the caller is a thread, which may wait; warns of one that is not.
  bool may_wait(const tlm::tlm_generic_payload& trans) const;

 private:
  enum class Stage { kRequest, kServed, kResponse };

  tlm::tlm_sync_enum begin(tlm::tlm_generic_payload& trans, const sc_core::sc_time& delay);
  tlm::tlm_sync_enum end(tlm::tlm_generic_payload& trans, const sc_core::sc_time& delay);
  void accept_requests();
  void serve_one(tlm::tlm_generic_payload* trans);
  void respond();
  void finish();
  bool refuse_unreachable_time(tlm::tlm_generic_payload& trans,
                               const sc_core::sc_time& delay) const;
  void end_response(const tlm::tlm_generic_payload& trans, const sc_core::sc_time& delay);
  void warn(const tlm::tlm_generic_payload& trans, const char* what) const;

  tlm_utils::peq_with_get<tlm::tlm_generic_payload> requests_;
  std::map<tlm::tlm_generic_payload*, Stage> active_;
  std::set<const tlm::tlm_generic_payload*> blocking_;  ///< inside b_transport
  std::deque<tlm::tlm_generic_payload*> ready_;
  tlm::tlm_generic_payload* responding_ = nullptr;
  bool request_is_open_ = false;  ///< BEGIN_REQ without END_REQ
  bool is_ending_ = false;        ///< the response ends with response_free_
  sc_core::sc_event response_free_;
};

/// Whether the time `delay` from now can be represented: times of SystemC wrap.
bool is_reachable_time(const sc_core::sc_time& delay);

/// The error in the attributes of a read or write of [0, bytes), apart from byte enables and
/// streaming; TLM_OK_RESPONSE if there is none.
tlm::tlm_response_status payload_status(const tlm::tlm_generic_payload& trans, uint64_t bytes);

}  // namespace tinsim
