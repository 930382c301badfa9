// SPDX-License-Identifier: Apache-2.0
// Solicitation: when an operation of 1RMA may request its data.
#include "rtl_models/solicitation/solicitation.h"

#include <fmt/format.h>

#include "rtl_models/common/check.h"
#include "rtl_models/common/state.h"

namespace tinsim {

template <unsigned kDepth>
void Solicitation<kDepth>::tick(const In& in) {
  check(in);
  straps_.window = static_cast<std::uint32_t>(in.window_i);
  straps_.dispatch_limit = static_cast<std::uint32_t>(in.dispatch_limit_i);
  const auto decision = state_.decide(now_, straps_, in.hold_i);
  if (in.push_valid_i)
    state_.push(in.push_class_i, {now_, static_cast<std::uint16_t>(in.push_size_i),
                                  static_cast<std::uint8_t>(in.push_slot_i)});
  if (in.refund_valid_i) state_.refund(static_cast<std::uint32_t>(in.refund_bytes_i));
  ++now_;
  drive_outputs(decision);
}

template <unsigned kDepth>
void Solicitation<kDepth>::check(const In& in) const {
  const unsigned cls = in.push_class_i, size = in.push_size_i;
  TIN_CHECK(PushHasRoom, !in.push_valid_i || state_.waiting(cls) < kDepth,
            fmt::format("class {} has {} operations", cls, kDepth));
  TIN_CHECK(SizeAtMost4096, !in.push_valid_i || size <= SolicitationState::kReserve,
            fmt::format("an operation of {} bytes", size));
  const unsigned refund = in.refund_bytes_i;
  TIN_CHECK(RefundWasUsed, !in.refund_valid_i || refund <= state_.used(),
            fmt::format("{} bytes are refunded, {} are in service", refund, state_.used()));
}

template <unsigned kDepth>
void Solicitation<kDepth>::drive_outputs(const SolicitationState::Decision& decision) {
  out_ = {};
  for (unsigned cls = 0; cls < 2; ++cls) {
    out_.waiting_o[cls] = state_.waiting(cls);
    out_.full_o[cls] = state_.waiting(cls) == kDepth;
  }
  out_.used_o = state_.used();
  if (decision.grant.valid) {
    out_.grant_valid_o = true;
    out_.grant_class_o = decision.grant.cls != 0;
    out_.grant_slot_o = decision.grant.op.slot;
    out_.grant_size_o = decision.grant.op.size;
  }
  if (decision.expired.valid) {
    out_.expired_valid_o = true;
    out_.expired_class_o = decision.expired.cls != 0;
    out_.expired_slot_o = decision.expired.op.slot;
  }
}

template <unsigned kDepth>
void Solicitation<kDepth>::reset(const In& straps) {
  for (unsigned cls = 0; cls < 2; ++cls) {
    TIN_CHECK(WeightNotZero, straps.weight_i[cls] != 0, fmt::format("class {}", cls));
    straps_.weight[cls] = static_cast<std::uint8_t>(straps.weight_i[cls]);
  }
  straps_.strict = straps.strict_i;
  state_ = {};
  now_ = 0;
  drive_outputs({});
}

template <unsigned kDepth>
void Solicitation<kDepth>::preset(const Preset& registers) {
  now_ = registers.now_q;
}

template <unsigned kDepth>
void Solicitation<kDepth>::list_state(StateList& state) const {
  state.add("now", now_);
  state_.list_state(state);
}

template class Solicitation<4>;
template class Solicitation<256>;

}  // namespace tinsim
