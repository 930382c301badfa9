// SPDX-License-Identifier: Apache-2.0
// Time to live of a forwarded packet: decremented with its checksum, or expired.
#include "rtl_models/ttl_update/ttl_update.h"

#include <fmt/format.h>

#include "rtl_models/common/check.h"
#include "rtl_models/common/state.h"
#include "rtl_models/parts/time_to_live.h"

namespace tinsim {

void TtlUpdate::tick(const In& in) {
  const unsigned version = std::uint64_t{in.head_lo_i} >> 4 & 15;
  TIN_CHECK(VersionAgrees, !in.valid_i || version == (in.v6_i ? 6u : 4u),
            fmt::format("version {} with v6_i {}", version, in.v6_i));
  out_ = {};
  if (!in.valid_i) return;
  ForwardedHead answer{{in.head_lo_i, in.head_hi_i}, false};
  if (in.forwards_i) answer = forwarded_head(answer.head, in.v6_i);
  out_.valid_o = true;
  out_.expired_o = answer.is_expired;
  out_.head_lo_o = answer.head.lo;
  out_.head_hi_o = answer.head.hi;
}

void TtlUpdate::list_state(StateList& state) const {
  state.add("valid", out_.valid_o);
  state.add("expired", out_.expired_o);
}

}  // namespace tinsim
