// SPDX-License-Identifier: Apache-2.0
// The block register_file attached to the register bus of a chip.
#include "tlm/tin/registers/register_block.h"

namespace tinsim {

using registers::Access;
using registers::kPlain;
using registers::kPlainRegisters;
using registers::kWindows;

RegisterBlock::RegisterBlock(const DecisionChoice<RegisterFile>& choice, const std::string& place) {
  block_.use(choice, place, "register_file");
  block_.reset(0, {});
}

/// Cycle x of the access, after which stage 1 is shown.
void RegisterBlock::request(Cycle now, const Request& request) {
  RegisterFile::In in;
  in.request_valid_i = true;
  in.request_write_i = request.write;
  in.request_address_i = request.address;
  in.request_data_i = request.data;
  block_.tick(now, in);
}

/// A chip starts with the values of the configuration, which the block gets as writes.
void RegisterBlock::load(const RegisterSpace& space, Cycle now) {
  is_loaded_ = true;
  for (const registers::PlainRegister& plain : kPlain) {
    const uint32_t mask = plain.reg->mask(Access::rw);
    const uint32_t value = space.peek(now, plain.address) & mask;
    if (value == (plain.reg->reset() & mask)) continue;
    request(now, {true, plain.address, value});
    block_.tick(now, {});
    block_.tick(now, {});
  }
}

/// The access that a window gets.
RegisterBlock::Request RegisterBlock::at_port(Cycle now, const Request& request, unsigned window) {
  const RegisterFile::Out& out = block_.out();
  const bool is_valid = out.array_valid_o;
  block_.require(now, "array_valid_o", is_valid == (window < kWindows));
  if (!is_valid) return request;
  const auto shown = static_cast<unsigned>(out.array_window_o);
  block_.decide(now, "array_window_o", shown, window);
  Request port = request;
  port.write = block_.decide(now, "array_write_o", out.array_write_o, request.write);
  port.address = block_.decide(now, "array_address_o", static_cast<uint32_t>(out.array_address_o),
                               request.address);
  port.data =
      block_.decide(now, "array_wdata_o", static_cast<uint32_t>(out.array_wdata_o), request.data);
  return port;
}

/// The write that a part of the chip gets: what the block has stored. `before`: what it held.
RegisterBlock::Request RegisterBlock::stored(Cycle now, const Request& request, unsigned plain,
                                             uint32_t before) {
  const registers::Register& reg = *kPlain[plain].reg;
  const auto after = static_cast<uint32_t>(block_.out().value_o[plain]);
  const uint32_t written = reg.mask(Access::rw) | reg.mask(Access::wo);
  const uint32_t ones = reg.mask(Access::w1c);
  Request write = request;
  write.data = block_.decide(now, "value_o", (after & written) | (before & ~after & ones),
                             (request.data & written) | (request.data & before & ones));
  return write;
}

RegisterSpace::Answer RegisterBlock::access(RegisterSpace& space, Cycle issued,
                                            const Request& request) {
  if (!is_loaded_) load(space, issued);
  ++decisions_;
  const bool is_aligned = request.address % registers::kRegisterBytes == 0;
  const unsigned plain = is_aligned ? registers::plain_at(request.address) : kPlainRegisters;
  const unsigned window = is_aligned ? registers::window_at(request.address) : kWindows;
  const bool is_plain = plain < kPlainRegisters;
  const auto before = is_plain ? static_cast<uint32_t>(block_.out().value_o[plain]) : 0;
  this->request(issued, request);
  Request access = at_port(issued, request, window);
  // Bits that hardware has set since the last read are known by reading the part of the chip.
  RegisterFile::In in;
  const bool is_plain_read = is_plain && !request.write;
  if (is_plain_read)
    in.hw_set_i[plain] =
        space.peek(issued + RegisterSpace::kEffectCycles, request.address) & ~before;
  block_.tick(issued, in);
  if (is_plain && request.write) access = stored(issued, request, plain, before);
  const RegisterSpace::Answer own = space.answer(issued, access);
  in = {};
  if (is_plain_read) in.hw_value_i[plain] = own.data;
  in.array_error_i = window < kWindows && own.error;
  in.array_rdata_i = window < kWindows && !own.error ? own.data : 0;
  block_.tick(issued, in);
  const RegisterFile::Out& out = block_.out();
  const Cycle answered = issued + RegisterSpace::kAnswerCycles;
  block_.require(answered, "response_valid_o", out.response_valid_o);
  const auto data = static_cast<uint32_t>(out.response_data_o);
  return {block_.decide(answered, "response_data_o", data, own.data),
          block_.decide(answered, "response_error_o", out.response_error_o, own.error)};
}

}  // namespace tinsim
