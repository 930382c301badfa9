// SPDX-License-Identifier: Apache-2.0
// Messages near the time of a clock, far from it and of every status, with configurations that
// change, for time_sync.
#pragma once

#include <optional>

#include "rtl_models/time_sync/time_sync.h"
#include "testbench/random_stall.h"

namespace tinsim {

template <unsigned kPorts>
class TimeSyncStimulus {
 public:
  using Block = TimeSync<kPorts>;
  using In = typename Block::In;
  using Out = typename Block::Out;

  explicit TimeSyncStimulus(std::uint64_t seed) : random_(seed) {}

  In restart() {
    configure();
    return {};
  }

  /// Counts that stop within the next cycles, or carry, at every bit in turn.
  std::optional<typename Block::Preset> preset(const Out&) {
    if (!random_.chance(2)) return {};
    const bool stops = random_.chance(30);
    const std::uint64_t last = (std::uint64_t{1} << 24) - 1;
    typename Block::Preset registers;
    registers.since_update_q = stops ? last - random_.below(4) : random_.before_carry(24, 10);
    registers.since_accepted_q = stops ? last - random_.below(4) : random_.before_carry(24, 10);
    return registers;
  }

  In next(const Out& out) {
    if (random_.below(300) == 0) configure();
    In in = config_;
    const bool commands = random_.below(200) == 0;  // several at once, on any number of messages
    in.load_valid_i = commands ? random_.chance(60) : random_.below(200) == 0;
    in.load_time_i = random_.before_carry(48, 8);
    in.clear_i = commands ? random_.chance(60) : random_.below(400) == 0;
    const bool crowd = commands && random_.chance(50);
    const bool moves = messages_.go(random_);
    for (unsigned port = 0; port < in.rx_valid_i.size(); ++port) {
      in.rx_valid_i[port] = moves && random_.chance(crowd ? 90 : port == in.listen_port_i ? 20 : 5);
      if (!in.rx_valid_i[port] && random_.chance(90)) continue;
      in.rx_status_i[port] = random_.chance(70) ? 1 | random_.below(4) << 2 : random_.below(16);
      in.rx_time_i[port] = near(out.time_o) - in.listen_delay_i;
    }
    return in;
  }

 private:
  /// A time at a limit of the rules or one tick away from it, on either side; or any.
  std::uint64_t near(std::uint64_t time) {
    if (random_.chance(10)) return random_.bits();
    const std::array<std::uint64_t, 6> limits = {
        0, 4, 16, 64, std::uint64_t{config_.threshold_i}, random_.below(200)};
    const std::uint64_t off = limits[random_.below(limits.size())] + random_.below(3) - 1;
    return random_.chance(50) ? time + off : time - off;
  }

  void configure() {
    config_ = {};
    config_.primary_i = random_.chance(15);
    config_.listen_port_i = random_.chance(90)
                                ? random_.below(static_cast<unsigned>(config_.rx_valid_i.size()))
                                : random_.below(64);
    config_.listen_delay_i = random_.chance(50) ? random_.below(200) : random_.bits();
    const unsigned share = random_.below(101);
    for (bool& port : config_.out_ports_i) port = random_.chance(share);
    config_.interval_i = cycles();
    config_.timeout_i = cycles();
    config_.threshold_i = random_.chance(70) ? random_.below(200) : random_.bits();
    config_.invalid_limit_i = random_.chance(70) ? random_.below(5) : random_.below(16);
    config_.increment_i = random_.chance(40)  ? std::uint64_t{1} << 32
                          : random_.chance(5) ? 0
                                              : random_.bits();
    config_.flight_i = random_.below(16);
  }

  std::uint64_t cycles() {
    if (random_.chance(15)) return 0;
    return random_.chance(80) ? random_.range(1, 150) : random_.before_carry(24, 4);
  }

  Random random_;
  RandomStall messages_;
  In config_;
};

}  // namespace tinsim
