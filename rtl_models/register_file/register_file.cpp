// SPDX-License-Identifier: Apache-2.0
// Register bus of the chip: plain registers, and the port to all arrays.
#include "rtl_models/register_file/register_file.h"

#include "rtl_models/common/state.h"

namespace tinsim {

using registers::Access;
using registers::kPlainRegisters;
using registers::kWindows;

namespace {

constexpr unsigned number_of(const char* name) {
  for (unsigned n = 0; n < kPlainRegisters; ++n) {
    const registers::PlainRegister& plain = registers::kPlain[n];
    if (registers::is_equal(plain.reg->name, name) && plain.address < registers::kMap[0].size)
      return n;
  }
  return kPlainRegisters;
}
constexpr unsigned kStatus = number_of("bus_status"),
                   kErrorAddress = number_of("bus_error_address");
static_assert(kStatus < kPlainRegisters && kErrorAddress < kPlainRegisters);

/// Bits of a plain register by their access.
struct Masks {
  std::uint32_t rw = 0, ro = 0, w1c = 0, rc = 0, wo = 0;
  std::uint32_t reset = 0;  ///< value after reset of the bits that are stored …
  std::uint32_t fixed = 0;  ///< … and of those that never change
};
constexpr std::array<Masks, kPlainRegisters> make_masks() {
  std::array<Masks, kPlainRegisters> list{};
  for (unsigned n = 0; n < kPlainRegisters; ++n) {
    const registers::Register& reg = *registers::kPlain[n].reg;
    list[n] = {reg.mask(Access::rw),
               reg.mask(Access::ro),
               reg.mask(Access::w1c),
               reg.mask(Access::rc),
               reg.mask(Access::wo),
               reg.reset() & reg.mask(Access::rw),
               reg.reset() & reg.mask(Access::fixed)};
  }
  return list;
}
constexpr std::array<Masks, kPlainRegisters> kMasks = make_masks();

}  // namespace

RegisterFile::Request RegisterFile::decode(const In& in) {
  Request request;
  request.valid = in.request_valid_i;
  if (!request.valid) return request;
  request.write = in.request_write_i;
  request.address = static_cast<std::uint32_t>(in.request_address_i);
  request.data = static_cast<std::uint32_t>(in.request_data_i);
  if (request.address % registers::kRegisterBytes != 0) return request;
  request.plain = registers::plain_at(request.address);
  request.window = registers::window_at(request.address);
  return request;
}

std::uint32_t RegisterFile::read_value(unsigned plain, const In& in) const {
  const Masks& masks = kMasks[plain];
  const auto shown =
      plain == kErrorAddress ? error_address_ : static_cast<std::uint32_t>(in.hw_value_i[plain]);
  return (stored_[plain] & ~masks.wo) | (shown & masks.ro) | masks.fixed;
}

/// The answer to the request in stage 2.
void RegisterFile::respond(const In& in) {
  out_.response_valid_o = answered_.valid;
  out_.response_data_o = 0;
  const bool in_window = answered_.window < kWindows;
  const bool illegal = answered_.plain == kPlainRegisters && !in_window;
  out_.response_error_o = answered_.valid && (illegal || (in_window && in.array_error_i));
  if (!answered_.valid || answered_.write || out_.response_error_o) return;
  out_.response_data_o =
      in_window ? std::uint64_t{in.array_rdata_i} : read_value(answered_.plain, in);
}

/// The stored bits of the next cycle. `error`: the answer has one.
void RegisterFile::store(const In& in, bool error) {
  for (unsigned n = 0; n < kPlain; ++n) {
    const Masks& masks = kMasks[n];
    const bool written = decoded_.valid && decoded_.write && decoded_.plain == n;
    const bool read = answered_.valid && !answered_.write && answered_.plain == n;
    auto set = static_cast<std::uint32_t>(in.hw_set_i[n]);
    if (n == kStatus) set = !error ? 0 : answered_.write ? 2 : 1;
    const std::uint32_t before = stored_[n];
    const std::uint32_t word = written ? decoded_.data : 0;
    const std::uint32_t rw = written ? word : before;
    stored_[n] = (rw & masks.rw) | (word & masks.wo) | (((before & ~word) | set) & masks.w1c) |
                 (((read ? 0 : before) | set) & masks.rc);
    out_.value_o[n] = stored_[n];
  }
  if (error) error_address_ = answered_.address;
}

void RegisterFile::show_array_request() {
  const bool shown = decoded_.window < kWindows;
  out_.array_valid_o = shown;
  out_.array_write_o = shown && decoded_.write;
  out_.array_window_o = shown ? decoded_.window : 0;
  out_.array_address_o = shown ? decoded_.address : 0;
  out_.array_wdata_o = shown ? decoded_.data : 0;
}

void RegisterFile::tick(const In& in) {
  respond(in);
  store(in, out_.response_error_o);
  answered_ = decoded_;
  decoded_ = decode(in);
  show_array_request();
}

void RegisterFile::reset(const In&) {
  *this = {};
  for (unsigned n = 0; n < kPlain; ++n) {
    stored_[n] = kMasks[n].reset;
    out_.value_o[n] = stored_[n];
  }
}

void RegisterFile::list_state(StateList& state) const {
  state.add("stored", stored_);
  state.add("error_address", error_address_);
}

}  // namespace tinsim
