// SPDX-License-Identifier: Apache-2.0
// TLM-2.0 base protocol checker: attributes, debug and direct memory.
#include <fmt/format.h>

#include <algorithm>

#include "testbench/tlm_checker.h"

namespace tinsim {

using tlm::tlm_generic_payload;

namespace {

std::vector<tlm::tlm_extension_base*> extensions_of(const tlm_generic_payload& trans) {
  std::vector<tlm::tlm_extension_base*> list;
  for (unsigned n = 0; n < tlm::max_num_extensions(); ++n) list.push_back(trans.get_extension(n));
  return list;
}

}  // namespace

TlmChecker::Sent TlmChecker::check_request(tlm_generic_payload& trans) {
  const auto command = trans.get_command();
  expect(command == tlm::TLM_READ_COMMAND || command == tlm::TLM_WRITE_COMMAND ||
             command == tlm::TLM_IGNORE_COMMAND,
         "CommandIsKnown", trans, "the command is none of the three");
  if (command != tlm::TLM_IGNORE_COMMAND) {
    expect(trans.get_data_ptr() != nullptr, "DataPointer", trans, "there is no data array");
    expect(trans.get_data_length() > 0, "DataLength", trans, "the length is zero");
    expect(trans.get_streaming_width() > 0, "StreamingWidth", trans, "the streaming width is zero");
  }
  check_enables(trans);
  expect(trans.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE, "ResponseIsIncomplete", trans,
         "a request has a response already");
  expect(!trans.is_dmi_allowed(), "DmiHintIsClear", trans, "a request has the DMI hint set");
  expect(!trans.has_mm() || trans.get_ref_count() > 0, "ReferenceCount", trans,
         "the initiator has not acquired its transaction");
  Sent sent{command,
            trans.get_address(),
            trans.get_data_ptr(),
            trans.get_data_length(),
            trans.get_streaming_width(),
            trans.get_byte_enable_ptr(),
            trans.get_byte_enable_length(),
            {},
            {},
            extensions_of(trans),
            hold(trans),
            tlm::UNINITIALIZED_PHASE};
  if (sent.enables != nullptr)
    sent.enable_octets.assign(sent.enables, sent.enables + sent.enables_length);
  if (trans.is_write() && sent.data != nullptr)
    sent.written.assign(sent.data, sent.data + sent.length);
  return sent;
}

bool TlmChecker::hold(tlm_generic_payload& trans) {
  if (!trans.has_mm() || trans.get_ref_count() == 0) return false;
  trans.acquire();
  return true;
}

void TlmChecker::release_payload(tlm_generic_payload& trans, const Sent& sent) {
  if (!sent.held) return;
  expect(trans.get_ref_count() > 1, "ReferenceCount", trans,
         "a transaction has been released before its end");
  trans.release();
}

void TlmChecker::check_enables(const tlm_generic_payload& trans) {
  const unsigned char* enables = trans.get_byte_enable_ptr();
  if (enables == nullptr) return;
  const unsigned length = trans.get_byte_enable_length();
  const bool good = length > 0 && std::all_of(enables, enables + length, [](unsigned char octet) {
                      return octet == TLM_BYTE_ENABLED || octet == TLM_BYTE_DISABLED;
                    });
  expect(good, "ByteEnables", trans, "byte enables have no length, or are not 0x00 or 0xff");
}

void TlmChecker::check_kept(const tlm_generic_payload& trans, const Sent& sent) {
  const bool same =
      trans.get_command() == sent.command && trans.get_data_ptr() == sent.data &&
      trans.get_data_length() == sent.length && trans.get_streaming_width() == sent.width &&
      trans.get_byte_enable_ptr() == sent.enables &&
      (sent.enables == nullptr ||
       (trans.get_byte_enable_length() == sent.enables_length &&
        std::equal(sent.enable_octets.begin(), sent.enable_octets.end(), sent.enables))) &&
      std::equal(sent.written.begin(), sent.written.end(), sent.data);
  expect(same, "AttributesAreKept", trans,
         "command, pointers, lengths, byte enables or written data have been changed on the way");
  const auto extensions = extensions_of(trans);
  bool kept = true;
  for (size_t n = 0; n < sent.extensions.size() && n < extensions.size(); ++n) {
    const bool was_there = sent.extensions[n] != nullptr;
    if (was_there || !trans.has_mm()) kept &= extensions[n] == sent.extensions[n];
  }
  expect(kept, "ExtensionsAreKept", trans,
         "an extension of the initiator was removed, or one was added without memory manager");
}

void TlmChecker::check_response(const tlm_generic_payload& trans, const Sent& sent) {
  check_kept(trans, sent);
  expect(trans.get_response_status() != tlm::TLM_INCOMPLETE_RESPONSE, "ResponseIsSet", trans,
         "the target has set no response");
}

unsigned TlmChecker::transport_dbg(tlm_generic_payload& trans) {
  const sc_core::sc_time before = sc_core::sc_time_stamp();
  const unsigned moved = initiator->transport_dbg(trans);
  expect(moved <= trans.get_data_length(), "DebugLength", trans,
         "transport_dbg has moved more bytes than requested");
  expect(sc_core::sc_time_stamp() == before, "DebugTakesNoTime", trans,
         "time went on in transport_dbg");
  return moved;
}

bool TlmChecker::get_direct_mem_ptr(tlm_generic_payload& trans, tlm::tlm_dmi& dmi) {
  const uint64_t address = trans.get_address();
  const bool granted = initiator->get_direct_mem_ptr(trans, dmi);
  const bool covers = dmi.get_start_address() <= address && address <= dmi.get_end_address();
  const bool allows =
      trans.is_read() ? dmi.is_read_allowed() : !trans.is_write() || dmi.is_write_allowed();
  expect(!granted || (covers && allows && dmi.get_dmi_ptr() != nullptr), "DmiRange", trans,
         "DMI is granted without pointer, or not for the requested address and command");
  return granted;
}

void TlmChecker::invalidate_direct_mem_ptr(sc_dt::uint64 start, sc_dt::uint64 end) {
  if (start > end)
    breach("InvalidRange", fmt::format("DMI is withdrawn from {:#x} to {:#x}", start, end));
  target->invalidate_direct_mem_ptr(start, end);
}

}  // namespace tinsim
