// SPDX-License-Identifier: Apache-2.0
// Flows under Swift that share a bottleneck: fair shares, a full link, the delay that is aimed at.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <vector>

#include "tlm/host/connection.h"

namespace tinsim {
namespace {

constexpr Cycle kService = 140;  ///< cycles of a packet on the bottleneck
constexpr Cycle kWire = 1500;    ///< round trip without queue and service

/// Connections with unlimited messages; one FIFO queue, a fixed delay, an acknowledgement for each.
class Bottleneck {
 public:
  explicit Bottleneck(const std::vector<double>& windows) {
    for (double window : windows) {
      SwiftParams params;
      params.base_target = 4000;
      params.flow_scaling_range = 4000;
      params.endpoint_target = 1e9;
      params.initial_window = window;
      flows_.emplace_back(params, 4096);
      flows_.back().add({0, 1u << 30});
      flows_.back().add({0, 1u << 30});
    }
    delivered_.assign(windows.size(), 0);
  }

  void run_to(Cycle end) {
    for (; now_ < end; now_ = next_after(now_)) {
      for (; !back_.empty() && back_.front().at == now_; back_.pop_front()) {
        const Packet& ack = back_.front();
        flows_[ack.flow].acked(now_, ack.number, ack.sent, {now_ - ack.sent, 0});
      }
      for (unsigned i = 0; i < flows_.size(); ++i) {
        const unsigned flow = (i + turn_) % flows_.size();
        if (flows_[flow].may_send(now_) == now_) enqueue(flow);
      }
      ++turn_;
    }
  }

  std::vector<uint64_t> take_delivered() {
    std::vector<uint64_t> taken(flows_.size());
    taken.swap(delivered_);
    return taken;
  }
  double queue_delay() const {
    return static_cast<double>(delay_sum_) / static_cast<double>(packets_);
  }
  const Connection& flow(unsigned i) const { return flows_[i]; }
  void forget() { delay_sum_ = packets_ = 0; }

 private:
  struct Packet {
    Cycle at, sent;
    unsigned flow;
    uint32_t number;
  };

  Cycle next_after(Cycle now) const {
    Cycle next = back_.front().at;
    for (const Connection& each : flows_) next = std::min(next, each.may_send(now + 1));
    return next;
  }

  void enqueue(unsigned flow) {
    const OutgoingSegment segment = flows_[flow].send(now_);
    free_ = std::max(free_, now_) + kService;
    back_.push_back({free_ + kWire, now_, flow, segment.number});
    ++delivered_[flow];
    ++packets_;
    delay_sum_ += free_ + kWire - now_;
  }

  std::vector<Connection> flows_;
  std::deque<Packet> back_;
  std::vector<uint64_t> delivered_;
  unsigned turn_ = 0;
  Cycle now_ = 0, free_ = 0;
  uint64_t delay_sum_ = 0, packets_ = 0;
};

TEST(SwiftSharing, TwoFlowsComeToAFairShareWhateverTheyBeginWith) {
  Bottleneck link({1, 64});
  link.run_to(2'000'000);
  link.take_delivered();
  link.run_to(6'000'000);
  const auto packets = link.take_delivered();
  const double all = static_cast<double>(packets[0] + packets[1]);
  EXPECT_NEAR(static_cast<double>(packets[0]) / all, 0.5, 0.02);
  EXPECT_NEAR(all, 4e6 / kService, 0.01 * 4e6 / kService);
}

TEST(SwiftSharing, ALateFlowGetsItsShare) {
  Bottleneck link({64, 0.01});
  link.run_to(4'000'000);
  link.take_delivered();
  link.run_to(8'000'000);
  const auto packets = link.take_delivered();
  EXPECT_NEAR(static_cast<double>(packets[1]) / static_cast<double>(packets[0]), 1, 0.04);
}

TEST(SwiftSharing, TheDelayStaysAtTheTarget) {
  // The windows fill wire and queue: N w = delay / service, delay = target(w). The rise of one
  // packet per round trip and the fall in proportion to the excess balance around it. Windows are
  // large enough for their fractions, which are not sent, to matter little.
  for (unsigned count : {2u, 4u, 8u}) {
    Bottleneck link(std::vector<double>(count, 4));
    link.run_to(2'000'000);
    link.forget();
    link.run_to(6'000'000);
    SwiftParams params;
    params.base_target = 4000;
    params.flow_scaling_range = 4000;
    const SwiftTarget target(params);
    double low = 0.01, high = 1000;
    for (unsigned i = 0; i < 60; ++i) {
      const double w = (low + high) / 2;
      (count * w * kService < target.at(w) ? low : high) = w;
    }
    EXPECT_NEAR(link.queue_delay(), target.at(low), 0.1 * target.at(low)) << count;
  }
}

TEST(SwiftSharing, MoreFlowsThanPacketsInThePathArePaced) {
  Bottleneck link(std::vector<double>(100, 1));
  link.run_to(4'000'000);
  link.take_delivered();
  link.run_to(8'000'000);
  const auto packets = link.take_delivered();
  double all = 0, squares = 0;
  for (uint64_t count : packets) {
    all += double(count);
    squares += double(count) * double(count);
  }
  // Even the largest target, 8000, is 57 packets: 43 flows have none in flight, and must be
  // waiting.
  unsigned waiting = 0;
  for (unsigned i = 0; i < 100; ++i) waiting += link.flow(i).swift().window() < 1;
  EXPECT_GE(waiting, 43u);
  EXPECT_NEAR(all, 4e6 / kService, 0.05 * 4e6 / kService);
  // Jain's index: 1 when all have the same, 1/100 when one has all.
  EXPECT_GT(all * all / (100 * squares), 0.95);
}

}  // namespace
}  // namespace tinsim
