// SPDX-License-Identifier: Apache-2.0
// The hardware clock of a chip, as primary or as client of TimeSync.
#include "rtl_models/time_sync/time_sync.h"

#include <algorithm>

#include "rtl_models/common/state.h"

namespace tinsim {
namespace {

constexpr unsigned kMaxRefused = 15;
constexpr uint32_t kLongest = (1u << 24) - 1;  ///< where counts of cycles stop

}  // namespace

template <unsigned kPorts>
void TimeSync<kPorts>::tick(const In& in) {
  Out next;
  const bool was_valid = out_.status_o & 1;
  const bool is_due = was_valid && in.interval_i != 0 && since_update_ + 1 >= in.interval_i;
  since_update_ = std::min(since_update_ + 1, kLongest);
  const uint64_t sum = fraction_ + uint64_t{in.increment_i};
  set_time(ticks_ + (sum >> 32), sum);

  const bool accepted = has_message(in) && receive(in, next);
  if (!accepted) count_time_out(in);
  if (in.load_valid_i) set_time(in.load_time_i, 0);
  if (in.clear_i) {
    client_ = {};
    refused_ = 0;
    since_accepted_ = 0;
  }

  next.time_o = ticks_;
  next.status_o = (in.primary_i ? ClockStatus::primary() : client_).pack();
  if (accepted || is_due) {
    since_update_ = 0;
    next.tx_valid_o = in.out_ports_i;
    const bool has_ports = next.tx_valid_o != decltype(next.tx_valid_o){};
    if (has_ports) {
      next.tx_status_o = next.status_o;
      next.tx_time_o = ticks_ + in.flight_i;
    }
  }
  out_ = next;
}

template <unsigned kPorts>
bool TimeSync<kPorts>::has_message(const In& in) const {
  const unsigned port = in.listen_port_i;
  return !in.primary_i && !in.load_valid_i && !in.clear_i && port < kPorts && in.rx_valid_i[port];
}

template <unsigned kPorts>
bool TimeSync<kPorts>::receive(const In& in, Out& next) {
  const unsigned port = in.listen_port_i;
  const auto message = ClockStatus::unpack(static_cast<unsigned>(in.rx_status_i[port]));
  const uint64_t true_time = in.rx_time_i[port] + in.listen_delay_i;
  next.difference_o = true_time - out_.time_o;
  const uint64_t ticks = time_distance(next.difference_o);
  next.accepted_o = accepts_time(client_, message, ticks, in.threshold_i);
  next.refused_o = !next.accepted_o;
  if (next.refused_o) {
    refused_ = std::min(refused_ + 1, kMaxRefused);
    client_.failed |= in.invalid_limit_i != 0 && refused_ >= in.invalid_limit_i;
    return false;
  }
  client_ = accepted_status(client_, message, ticks);
  refused_ = 0;
  since_accepted_ = 0;
  set_time(true_time + (in.increment_i >> 32), in.increment_i);
  return true;
}

template <unsigned kPorts>
void TimeSync<kPorts>::count_time_out(const In& in) {
  const bool is_over = in.timeout_i != 0 && since_accepted_ + 1 >= in.timeout_i;
  client_.failed |= is_over && !in.primary_i;
  since_accepted_ = std::min(since_accepted_ + 1, kLongest);
}

template <unsigned kPorts>
void TimeSync<kPorts>::set_time(uint64_t ticks, uint64_t fraction) {
  ticks_ = ticks & kTimeMask;
  fraction_ = static_cast<uint32_t>(fraction);
}

template <unsigned kPorts>
void TimeSync<kPorts>::preset(const Preset& registers) {
  since_update_ = static_cast<uint32_t>(registers.since_update_q);
  since_accepted_ = static_cast<uint32_t>(registers.since_accepted_q);
}

template <unsigned kPorts>
void TimeSync<kPorts>::list_state(StateList& state) const {
  state.add("ticks", ticks_);
  state.add("fraction", fraction_);
  state.add("refused", refused_);
  state.add("since_update", since_update_);
  state.add("since_accepted", since_accepted_);
}

template class TimeSync<4>;
template class TimeSync<50>;

}  // namespace tinsim
