// SPDX-License-Identifier: Apache-2.0
// PMOS between two chips of a simulated network, in both directions of one link, with cells.
#pragma once

#include <array>
#include <cstring>
#include <optional>

#include "tests/firmware/noisy_mos.h"
#include "tests/performance/link_bench.h"
#include "tlm/tin/cell_switch/mos_port.h"

namespace tinsim::firmware_test {

/// Two chips with one link. Each end sends numbered packets and checks those of the other.
class PmosLink {
 public:
  static constexpr Cycle kCyclesPerUs = 400;

  /// `word_ber`: bit error rate whose effect on words is drawn at the receiver, for links without
  /// bits (cell fidelity), by the seed of the configuration; `bytes`: data of a packet, 4 at least.
  PmosLink(const PlatformConfig& config, double word_ber, std::size_t bytes)
      : bench_(config), data_(bytes) {
    for (unsigned n = 0; n < 2; ++n) {
      End& end = ends_[n];
      if (word_ber > 0) end.noise.emplace(word_ber, 0, 0, 2 * config.run.seed + n);
      pmos_init(&end.pmos, 1000 + n, 0, &PmosLink::delivered, &end);
      end.mos.join_far(ends_[1 - n].mos, link_cycles());
      bench_.platform().tin(n).cell_switch().join_mos(0, end.mos);
    }
  }

  LinkBench& bench() { return bench_; }
  /// Longest time of a network: cycles have 32 bits.
  static constexpr uint64_t kMostUs = kNoCycle / kCyclesPerUs - 1;

  /// Each end runs once per microsecond until its peer has acknowledged `packets`; false if that
  /// takes longer than `most_us`.
  bool run(uint64_t packets, uint64_t most_us) {
    for (const uint64_t end = std::min(kMostUs, now_us_ + most_us);
         now_us_ < end && !is_done(packets);)
      step(packets);
    return is_done(packets);
  }
  void run_for(uint64_t us) {
    for (const uint64_t end = now_us_ + us; now_us_ < end;) step(UINT64_MAX);
  }

  struct End {
    MosPort mos{MosParams{}};
    struct pmos pmos {};
    std::optional<NoisyMos> noise;
    uint64_t offered = 0, received = 0, faults = 0;
    uint64_t done_us = 0;          ///< the last packet has been acknowledged
    uint64_t words = 0, lost = 0;  ///< that arrived at all; of those, damaged by `noise`
  };
  const End& end(unsigned n) const { return ends_[n]; }
  uint64_t now_us() const { return now_us_; }

 private:
  /// Pin to pin, as the network has joined the port.
  Cycle link_cycles() { return bench_.platform().links().plan().spec(0, 0).latency; }
  static void number(uint64_t n, std::vector<uint8_t>& data) {
    for (std::size_t i = 0; i < data.size(); ++i)
      data[i] = static_cast<uint8_t>((n >> 8 * (i % 4)) + i / 4);
  }
  static bool delivered(void* context, uint8_t channel, const uint8_t* data, std::size_t length) {
    End& end = *static_cast<End*>(context);
    std::vector<uint8_t> expected(length);
    number(end.received++, expected);
    end.faults += channel != 1 || std::memcmp(data, expected.data(), length) != 0;
    return true;
  }
  bool is_done(uint64_t packets) const {
    return ends_[0].pmos.counters.sent >= packets && ends_[1].pmos.counters.sent >= packets;
  }

  void step(uint64_t packets) {
    for (End& end : ends_) receive(end);
    for (End& end : ends_) transmit(end, packets);
    ++now_us_;
    bench_.run(kCyclesPerUs);
    for (End& end : ends_) end.mos.apply_until(now_us_ * kCyclesPerUs);
  }
  void receive(End& end) {
    const Cycle now = now_us_ * kCyclesPerUs;
    const auto us = static_cast<uint32_t>(now_us_);
    for (unsigned left = end.mos.readable(now); left > 0; --left) {
      const MosBody body = *end.mos.receive(now);
      pmos_word word{body.payload, body.sub};
      ++end.words;
      if (end.noise) {
        end.noise->send(us, word);
        if (!end.noise->receive(us, word)) {
          ++end.lost;
          continue;
        }
      }
      pmos_receive(&end.pmos, word);
    }
  }
  void transmit(End& end, uint64_t packets) {
    const auto us = static_cast<uint32_t>(now_us_);
    if (end.done_us == 0 && end.pmos.counters.sent >= packets) end.done_us = now_us_;
    if (end.offered < packets && pmos_ready(&end.pmos)) {
      number(end.offered++, data_);
      pmos_send(&end.pmos, 1, data_.data(), data_.size());
    }
    constexpr Cycle kWriteCycles = 10;
    Cycle at = now_us_ * kCyclesPerUs;
    pmos_word word;
    for (; end.mos.can_send(at) && pmos_next_word(&end.pmos, us, &word); at += kWriteCycles)
      end.mos.send(at, {word.sub, word.payload});
  }

  LinkBench bench_;
  std::vector<uint8_t> data_;
  std::array<End, 2> ends_;
  uint64_t now_us_ = 0;
};

}  // namespace tinsim::firmware_test
