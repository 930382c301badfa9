// SPDX-License-Identifier: Apache-2.0
// Two ports joined by the wire-fidelity link, each before a toy switch that sends and takes cells.
#pragma once

#include <fmt/format.h>

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "rtl_models/parts/cell_header.h"
#include "rtl_models/parts/credit.h"
#include "testbench/bench_random.h"
#include "tlm/gnet/cell_words.h"
#include "tlm/gnet/link/link_port.h"
#include "tlm/gnet/link/wire_link.h"

namespace tinsim {

struct LinkPairParams {
  unsigned vcs = 4;
  Cycle wire_cycles = 2;
  bool fec = false, start_up = true;
  unsigned depth = 128;
  unsigned refresh_cycles = 64, hold_cycles = 16;
  Cycle timesync_interval = 0, latency_interval = 0;
  std::uint64_t seed = 1;
  unsigned load_percent = 100;                      ///< chance that a cell begins where one may
  Cycle stop = kNoCycle;                            ///< no cell begins from here on
  std::array<NoiseParams, 2> noise;                 ///< [side] of its transmit direction
  std::array<std::vector<EnableChange>, 2> enable;  ///< [side]

  /// Cycles in which all refresh sets are due once.
  Cycle refresh_round() const { return 2 * ((link_block_vcs(vcs) + 2) / 3) * refresh_cycles; }
  WireDirectionParams wire(unsigned side) const {
    return {wire_cycles, fec, start_up, noise[side], noise_key(seed, 0, side)};
  }
};

/// One end. As a sink it is the receive side of its port: its events act on its toy switch.
class LinkSide final : public WireSink {
 public:
  static constexpr unsigned kVcs = 32;  ///< at most
  struct Delivery {
    Cycle rx;
    Cell cell;
    bool damaged;
  };
  struct Loss {
    Cycle rx;
    Cell cell;
    LossCause cause;
  };
  struct CreditSeen {
    Cycle use;
    unsigned vc, words;
  };

  LinkSide(const LinkPairParams& params, unsigned side)
      : params_(params), side_(side), random_(2 * params.seed + side) {
    LinkPortParams port;
    port.name = side == 0 ? "side a" : "side b";
    port.vcs = params.vcs;
    port.depth = params.depth;
    port.fc_hold_cycles = params.hold_cycles;
    port.fc_refresh_cycles = params.refresh_cycles;
    port.timesync_interval = params.timesync_interval;
    port.latency_interval = params.latency_interval;
    port.start_up = params.start_up;
    port.enable = params.enable[side];
    port_ = make_link_port(port);
    limit_.fill(params.depth);
  }
  void join(WireSink& far) {
    WireLinkParams link;
    link.name = side_ == 0 ? "link a to b" : "link b to a";
    link.vcs = params_.vcs;
    link.depth = params_.depth;
    link.far_enable = params_.enable[1 - side_];
    link.wire = params_.wire(side_);
    out_ = make_wire_link(link, far);
  }

  // The receive side.
  void cell(Cycle rx, const Cell& cell, bool damaged) override {
    deliveries.push_back({rx, cell, damaged});
    arrivals_.emplace(rx, cell);
  }
  void credit(Cycle use, unsigned vc, unsigned words) override {
    credits.push_back({use, vc, words});
    if (credits_to_drop > 0 && credits_to_drop-- > 0) return;
    credits_due_.emplace(use, std::pair{vc, words});
  }
  void event(const LinkEvent& event) override { port_->event(event); }
  void lost(Cycle rx, const Cell& cell, LossCause cause) override {
    losses.push_back({rx, cell, cause});
  }

  void cycle(Cycle now) {
    arrive(now);
    choose(now);
    const bool first = begins_, valid = left_ > 0;
    const std::uint64_t word = valid ? word_of(sending_, sending_.words - left_) : 0;
    const LinkPort::Decision slot = port_->cycle(now, valid, first, word);
    out_->step(now, slot, first ? &sending_ : nullptr);
    slots.push_back(slot);
    ready_ = slot.tx_ready;
    begins_ = false;
    if (valid) --left_;
    unsigned vc = 0;
    const bool grants = !grants_.empty();
    if (grants) {
      vc = grants_.front().first;
      granted_[vc] += grants_.front().second;
      grants_.pop_front();
    }
    port_->end_cycle(now, grants, vc, (params_.depth + granted_[vc]) % kCreditModulus);
  }

  /// Queues one cell ahead of the random ones.
  void send(unsigned vc, unsigned words) { queued_cells_.push_back({vc, words}); }

  /// No cell begins any more.
  void stop() { params_.stop = 0; }

  unsigned available(unsigned vc) const { return credit_available(limit_[vc], sent_[vc]); }
  unsigned occupancy(unsigned vc) const { return occupancy_[vc]; }
  unsigned grants_waiting(unsigned vc) const {
    unsigned words = 0;
    for (const auto& [of, n] : grants_) words += of == vc ? n : 0;
    return words;
  }
  unsigned credits_waiting(unsigned vc) const {
    unsigned words = 0;
    for (const auto& [use, credit] : credits_due_) words += credit.first == vc ? credit.second : 0;
    return words;
  }
  LinkPort& port() { return *port_; }
  WireLink& out() { return *out_; }
  bool is_up() const { return port_->state() == 2; }

  std::vector<LinkPort::Decision> slots;  ///< sent
  std::vector<Delivery> deliveries;       ///< received
  std::vector<Loss> losses;               ///< that should have been received
  std::vector<CreditSeen> credits;
  unsigned credits_to_drop = 0;  ///< planted: these never reach the switch

 private:
  void arrive(Cycle now) {
    for (; !arrivals_.empty() && arrivals_.begin()->first <= now;
         arrivals_.erase(arrivals_.begin())) {
      const Cell& cell = arrivals_.begin()->second;
      occupancy_[cell.vc] += cell.words;
      if (occupancy_[cell.vc] > params_.depth) throw std::runtime_error("VC FIFO overrun");
      departures_.emplace(now + random_.range(1, 40), cell);
    }
    for (; !departures_.empty() && departures_.begin()->first <= now;
         departures_.erase(departures_.begin())) {
      const Cell& cell = departures_.begin()->second;
      occupancy_[cell.vc] -= cell.words;
      grants_.push_back({cell.vc, cell.words});
    }
    for (; !credits_due_.empty() && credits_due_.begin()->first <= now;
         credits_due_.erase(credits_due_.begin())) {
      const auto& [vc, words] = credits_due_.begin()->second;
      limit_[vc] = (limit_[vc] + words) % kCreditModulus;
    }
  }
  void choose(Cycle now) {
    if (left_ > 0 || !ready_ || now >= params_.stop) return;
    unsigned vc = random_.below(params_.vcs), words = random_.range(2, 20);
    if (!queued_cells_.empty())
      std::tie(vc, words) = queued_cells_.front();
    else if (!random_.chance(params_.load_percent))
      return;
    if (available(vc) < words) return;
    if (!queued_cells_.empty()) queued_cells_.pop_front();
    sending_ = {};
    sending_.src = static_cast<std::uint16_t>(side_);
    sending_.words = static_cast<std::uint8_t>(words);
    sending_.vc = static_cast<std::uint8_t>(vc);
    sending_.hop = kInitialHop;
    sending_.seq = ++seq_;
    sending_.birth = now;
    sent_[vc] = (sent_[vc] + words) % kCreditModulus;
    left_ = words;
    begins_ = true;
  }

  LinkPairParams params_;
  unsigned side_;
  Random random_;
  std::unique_ptr<LinkPort> port_;
  std::unique_ptr<WireLink> out_;
  // Sending.
  bool ready_ = false, begins_ = false;
  Cell sending_;
  unsigned left_ = 0;  ///< words of it to be sent, this slot's included
  std::uint32_t seq_ = 0;
  std::deque<std::pair<unsigned, unsigned>> queued_cells_;
  std::array<unsigned, kVcs> limit_{}, sent_{};
  // Receiving.
  std::array<unsigned, kVcs> occupancy_{}, granted_{};
  std::multimap<Cycle, Cell> arrivals_, departures_;
  std::multimap<Cycle, std::pair<unsigned, unsigned>> credits_due_;
  std::deque<std::pair<unsigned, unsigned>> grants_;  ///< not on the flow-control pins yet
};

class LinkPair {
 public:
  explicit LinkPair(const LinkPairParams& params) : params_(params), a(params, 0), b(params, 1) {
    a.join(b);
    b.join(a);
  }
  void run(Cycle cycles) {
    for (; cycles > 0; --cycles, ++now_) {
      a.cycle(now_);
      b.cycle(now_);
    }
  }
  /// Finishes the cells that have begun, and begins no other.
  void finish_cells() {
    a.stop();
    b.stop();
    run(kMaxCellWords);
  }
  Cycle now() const { return now_; }

  /// Every word of credit is in one place: "" or the fault.
  std::string audit() {
    const std::string fault = audit(a, b);
    return fault.empty() ? audit(b, a) : fault;
  }
  /// All credit is back at the senders.
  bool credits_are_full() {
    for (unsigned vc = 0; vc < params_.vcs; ++vc)
      if (a.available(vc) != params_.depth || b.available(vc) != params_.depth) return false;
    return true;
  }

 private:
  std::string audit(LinkSide& from, LinkSide& to) {
    for (unsigned vc = 0; vc < params_.vcs; ++vc) {
      const unsigned granted = credit_distance(to.port().advertised(vc), to.out().limit(vc));
      const std::array<unsigned, 8> places = {from.available(vc),
                                              from.out().flying(vc),
                                              from.out().lost(vc),
                                              to.occupancy(vc),
                                              to.grants_waiting(vc),
                                              to.port().unadvertised(vc),
                                              granted,
                                              from.credits_waiting(vc)};
      unsigned sum = 0;
      for (unsigned words : places) sum += words;
      if (sum != params_.depth) {
        return fmt::format("cycle {} vc {}: {} words, expected {}: {}", now_, vc, sum,
                           params_.depth, fmt::join(places, " "));
      }
    }
    return "";
  }

  LinkPairParams params_;
  Cycle now_ = 0;

 public:
  LinkSide a, b;
};

}  // namespace tinsim
