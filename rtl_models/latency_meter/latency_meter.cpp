// SPDX-License-Identifier: Apache-2.0
// Measures the delay of a link by PING and PONG.
#include "rtl_models/latency_meter/latency_meter.h"

#include "rtl_models/common/state.h"
#include "rtl_models/parts/ordered_set.h"

namespace tinsim {
namespace {

bool is(LatSub sub, unsigned bits) { return bits == static_cast<unsigned>(sub); }

}  // namespace

void LatencyMeter::tick(const In& in) {
  const bool asking = out_.lat_valid_o;
  if (asking || out_.delay_valid_o) out_ = {};
  if (in.set_valid_i) receive(in);
  if (in.start_i) ping_waits_ = true;
  if (in.sent_i) {
    requested_ = asking;  // a set requested in this very cycle cannot be on the link
    if (is(LatSub::Ping, in.sent_sub_i)) {
      unanswered_ = true;
      ping_sent_ = now_;
    }
  }
  ++now_;
  if (!requested_ && (pong_waits_ || ping_waits_)) request_set();
}

void LatencyMeter::reset(const In&) { *this = {}; }

void LatencyMeter::receive(const In& in) {
  if (is(LatSub::Ping, in.set_sub_i)) {
    pong_waits_ = true;
    ping_received_ = now_;
  } else if (is(LatSub::Pong, in.set_sub_i) && unanswered_) {
    unanswered_ = false;
    out_.delay_valid_o = true;
    out_.delay_o = Bits<48>(now_ - ping_sent_ - in.set_residence_i) >> 1;
  }
}

void LatencyMeter::request_set() {
  requested_ = true;
  out_.lat_valid_o = true;
  if (pong_waits_) {
    pong_waits_ = false;
    out_.lat_sub_o = static_cast<unsigned>(LatSub::Pong);
    out_.lat_residence_o = now_ - ping_received_;
  } else {
    ping_waits_ = false;
  }
}

void LatencyMeter::preset(const Preset& registers) {
  ping_sent_ = now_ - registers.flight_cycles_q;
  ping_received_ = now_ - registers.residence_q;
  const bool shows_pong = out_.lat_valid_o && is(LatSub::Pong, out_.lat_sub_o);
  if (shows_pong) out_.lat_residence_o = registers.residence_q;
}

void LatencyMeter::list_state(StateList& state) const {
  state.add("now", now_);
  state.add("ping_sent", ping_sent_);
  state.add("ping_received", ping_received_);
  state.add("unanswered", unanswered_);
  state.add("ping_waits", ping_waits_);
  state.add("pong_waits", pong_waits_);
  state.add("requested", requested_);
}

}  // namespace tinsim
