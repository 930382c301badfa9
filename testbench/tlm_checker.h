// SPDX-License-Identifier: Apache-2.0
// TLM-2.0 base protocol checker between any initiator and target; forwards all calls.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <systemc>
#include <tlm>
#include <vector>

namespace tinsim {

/// Each breach is kept in breaches() and is an SC_REPORT_ERROR of type /tinsim/tlm/protocol that
/// names the checker, the rule, the time and the transaction; unless the action of that type is
/// changed, it ends the simulation. Rules (IEEE 1666-2011, 11 to 16):
///
///  - attributes of a request: CommandIsKnown; DataPointer, DataLength and StreamingWidth are not
///    zero (of a read or write); ByteEnables: a pointer has a length, octets are 0x00 or 0xff;
///    ResponseIsIncomplete; DmiHintIsClear
///  - afterwards: AttributesAreKept (command, pointers, lengths, widths; byte enables; data of a
///    write); ResponseIsSet; ExtensionsAreKept: those of the initiator are there, and without
///    memory manager no others
///  - b_transport: TransactionIsFree
///  - nb_transport: MemoryManager; PhaseDirection (BEGIN_REQ and END_RESP forward, END_REQ and
///    BEGIN_RESP backward); PhaseOrder of a transaction; RequestExclusion; ResponseExclusion;
///    AcceptedIsUnchanged: with TLM_ACCEPTED neither phase nor delay changes; UpdatedPhase is the
///    next one, of the other side; CompletedEarly: TLM_COMPLETED to END_REQ
///  - both: TimeGoesOn: no delay brings time back; ReferenceCount: a transaction with
///    memory manager is held by each module that passes it, until its end
///  - transport_dbg: DebugLength, DebugTakesNoTime; DMI: DmiRange, InvalidRange
///  - at the end: AllEnded, by check_end()
class TlmChecker : public sc_core::sc_module,
                   public tlm::tlm_fw_transport_if<>,
                   public tlm::tlm_bw_transport_if<> {
 public:
  explicit TlmChecker(const sc_core::sc_module_name& name);

  tlm::tlm_target_socket<> target;        ///< bind the initiator to it
  tlm::tlm_initiator_socket<> initiator;  ///< bind it to the target

  const std::vector<std::string>& breaches() const { return breaches_; }
  uint64_t transactions() const { return transactions_; }
  /// No transaction is in progress.
  void check_end();

  void b_transport(tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) override;
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& trans, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& trans, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  unsigned transport_dbg(tlm::tlm_generic_payload& trans) override;
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& trans, tlm::tlm_dmi& dmi) override;
  void invalidate_direct_mem_ptr(sc_dt::uint64 start, sc_dt::uint64 end) override;

 private:
  /// A request as it was sent.
  struct Sent {
    tlm::tlm_command command;
    uint64_t address;  ///< for reports
    unsigned char* data;
    unsigned length, width;
    unsigned char* enables;
    unsigned enables_length;
    std::vector<unsigned char> enable_octets, written;
    std::vector<tlm::tlm_extension_base*> extensions;
    bool held;  ///< acquired by the checker, so that it can be checked to the end
    tlm::tlm_phase phase = tlm::UNINITIALIZED_PHASE;  ///< the last one
  };

  Sent check_request(tlm::tlm_generic_payload& trans);
  void check_enables(const tlm::tlm_generic_payload& trans);
  void check_response(const tlm::tlm_generic_payload& trans, const Sent& sent);
  void check_kept(const tlm::tlm_generic_payload& trans, const Sent& sent);
  /// A phase of a call, or of a return with TLM_UPDATED, from its sender. False: it is illegal, and
  /// so is the return value.
  bool take_phase(tlm::tlm_generic_payload& trans, const tlm::tlm_phase& phase, bool forward);
  void take_return(tlm::tlm_generic_payload& trans, tlm::tlm_sync_enum status,
                   const tlm::tlm_phase& called, const tlm::tlm_phase& phase,
                   const sc_core::sc_time& before, const sc_core::sc_time& after, bool forward);
  static bool hold(tlm::tlm_generic_payload& trans);
  void release_payload(tlm::tlm_generic_payload& trans, const Sent& sent);
  bool refuse(const char* rule, const tlm::tlm_generic_payload& trans, const char* sentence);
  void begin(tlm::tlm_generic_payload& trans);
  void end(tlm::tlm_generic_payload& trans);
  void expect(bool holds, const char* rule, const tlm::tlm_generic_payload& trans,
              const char* sentence);
  void breach(const char* rule, const std::string& text);

  std::map<tlm::tlm_generic_payload*, Sent> active_;    ///< of nb_transport
  std::map<tlm::tlm_generic_payload*, int> blocking_;   ///< inside b_transport
  const tlm::tlm_generic_payload* request_ = nullptr;   ///< the one that has not been accepted
  const tlm::tlm_generic_payload* response_ = nullptr;  ///< likewise
  std::vector<std::string> breaches_;
  uint64_t transactions_ = 0;
};

}  // namespace tinsim
