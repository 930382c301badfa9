// SPDX-License-Identifier: Apache-2.0
// A link run twice with the same inputs: by the wire-fidelity model, and by two link ends of switch
// chips over a line with the same wrong bits. Both trained from reset.
#pragma once

#include <fmt/format.h>

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <stdexcept>
#include <vector>

#include "rtl_models/parts/credit.h"
#include "rtl_models/tin_switch/switch_port.h"
#include "testbench/bench_random.h"
#include "tlm/gnet/cell_words.h"
#include "tlm/gnet/link/line_words.h"
#include "tlm/gnet/link/wire_link.h"
#include "tlm/gnet/timing.h"

namespace tinsim {

struct LinkTwinParams {
  bool fec = false;
  Cycle wire_cycles = 0;
  std::array<NoiseParams, 2> noise;                 ///< [side] of its transmit direction
  std::array<std::vector<EnableChange>, 2> enable;  ///< [side]
};

/// The two sides of the link, both ways; any difference throws std::runtime_error.
class LinkTwin {
  static constexpr unsigned kVcs = 4, kDepth = 128, kHold = 16, kRefresh = 64;
  using End = SwitchPort<kVcs>;

  /// Receives what the wire-fidelity model delivers to this side.
  struct Side final : WireSink {
    void cell(Cycle rx, const Cell& cell, bool) override { headers[rx] = word_of(cell, 0); }
    void credit(Cycle use, unsigned vc, unsigned words) override {
      credits[use - timing::kCreditToUse] = {vc, words};
    }
    void event(const LinkEvent& event) override { port->event(event); }

    std::unique_ptr<LinkPort> port;
    std::unique_ptr<WireLink> out;
    End end;
    std::map<Cycle, std::uint64_t> headers;                  ///< by cycle on the receive pins
    std::map<Cycle, std::pair<unsigned, unsigned>> credits;  ///< VC and words
    bool ready = false, enable = true;
    Cell sending;
    unsigned left = 0;
    std::array<unsigned, kVcs> granted{}, limit{};
    typename End::FromSwitch pins;
  };

 public:
  explicit LinkTwin(const LinkTwinParams& params)
      : params_(params), lines_{LineWords(wire(params, 0)), LineWords(wire(params, 1))} {
    for (unsigned s = 0; s < 2; ++s) set_up(s);
  }
  void run(Cycle cycles) {
    for (; cycles > 0; --cycles, ++now_) {
      for (Side& side : sides_) send(side);
      for (unsigned s = 0; s < 2; ++s) compare(s);
      tick();
    }
  }
  unsigned cells() const { return cells_; }
  /// Of the direction to the other side.
  LinkErrors errors(unsigned side) const { return sides_[side].out->counters().errors; }

 private:
  static WireDirectionParams wire(const LinkTwinParams& params, unsigned s) {
    WireDirectionParams wire;
    wire.wire_cycles = params.wire_cycles;
    wire.fec = params.fec;
    wire.noise = params.noise[s];
    wire.key = noise_key(1, 0, s);
    return wire;
  }
  void set_up(unsigned s) {
    Side& side = sides_[s];
    LinkPortParams port;
    port.vcs = kVcs;
    port.depth = kDepth;
    port.fc_hold_cycles = kHold;
    port.fc_refresh_cycles = kRefresh;
    port.timesync_interval = kTimesync;
    port.latency_interval = kLatency;
    port.start_up = false;
    port.enable = params_.enable[s];
    side.port = make_link_port(port);
    WireLinkParams link;
    link.vcs = kVcs;
    link.depth = kDepth;
    link.far_enable = params_.enable[1 - s];
    link.wire = wire(params_, s);
    side.out = make_wire_link(link, sides_[1 - s]);
    End::Straps straps;
    straps.fec = params_.fec;
    straps.depth = kDepth;
    straps.hold_cycles = kHold;
    straps.refresh_cycles = kRefresh;
    side.end.reset(straps);
    side.limit.fill(kDepth);
  }

  // The pins of a switch that sends cells and grants words at random.
  void send(Side& side) {
    side.pins = {};
    if (side.left == 0 && side.ready && random_.chance(60)) {
      Cell& cell = side.sending;
      cell.words = static_cast<std::uint8_t>(random_.range(kMinCellWords, kMaxCellWords));
      cell.vc = static_cast<std::uint8_t>(random_.below(kVcs));
      cell.hop = kInitialHop;
      ++cell.seq;
      side.left = cell.words;
      side.pins.tx_sop = true;
    }
    if (side.left > 0) {
      side.pins.tx_valid = true;
      side.pins.tx_data = word_of(side.sending, side.sending.words - side.left--);
    }
    if (!random_.chance(5)) return;
    const unsigned vc = random_.below(kVcs);
    side.granted[vc] += random_.range(kMinCellWords, kMaxCellWords);
    side.pins.fc_valid = true;
    side.pins.fc_vc = vc;
    side.pins.fc_limit = (kDepth + side.granted[vc]) % kCreditModulus;
  }

  void compare(unsigned s) {
    Side& side = sides_[s];
    side.end.show(side.pins);
    const auto slot =
        side.port->cycle(now_, side.pins.tx_valid, side.pins.tx_sop, side.pins.tx_data);
    const TxScheduler::Out& got = side.end.slot();
    expect(s, "kind", slot.kind, got.kind_o);
    expect(s, "word", slot.word, got.word_o);
    expect(s, "control", slot.control, got.control_o);
    expect(s, "ready", slot.tx_ready, got.tx_ready_o);
    expect(s, "state", side.port->state(), side.end.state().state_o);
    side.ready = slot.tx_ready;
    side.out->step(now_, slot, side.pins.tx_sop ? &side.sending : nullptr);
  }

  // Arrivals are known once both sides have stepped.
  void compare_received(unsigned s) {
    Side& side = sides_[s];
    const auto& received = side.end.received();
    const auto header = side.headers.find(now_);
    expect(s, "header", header == side.headers.end() ? 0 : header->second,
           received.rx_sop_o ? std::uint64_t{received.rx_data_o} : 0);
    cells_ += received.rx_sop_o;
    const auto& fc = side.end.limits();
    unsigned words = 0;
    if (fc.fc_valid_o && credit_accepts(side.limit[fc.fc_vc_o], fc.fc_limit_o)) {
      words = credit_distance(fc.fc_limit_o, side.limit[fc.fc_vc_o]);
      side.limit[fc.fc_vc_o] = fc.fc_limit_o;
    }
    const auto credit = side.credits.find(now_);
    const auto [vc, want] = credit == side.credits.end() ? std::pair{0u, 0u} : credit->second;
    expect(s, "credit", want, words);
    if (words > 0) expect(s, "credit of VC", vc, fc.fc_vc_o);
  }

  void tick() {
    for (unsigned s = 0; s < 2; ++s) compare_received(s);
    std::array<LineWord, 2> sent = {sides_[0].end.line(), sides_[1].end.line()};
    for (unsigned s = 0; s < 2; ++s) {
      Side& side = sides_[s];
      for (const EnableChange& change : params_.enable[s])
        if (change.cycle == now_) side.enable = change.enable;
      const LineWords::Arriving at = lines_[1 - s].turn(now_, sent[1 - s]);
      End::In in;
      in.enable = side.enable;
      in.signal = at.signal;
      in.line = at.word;
      in.timesync_valid = now_ > 0 && now_ % kTimesync == 0;
      in.timesync_time = in.timesync_valid ? now_ : 0;
      in.measure = now_ > 0 && now_ % kLatency == 0;
      side.end.tick(in);
      side.port->end_cycle(now_, side.pins.fc_valid, side.pins.fc_vc, side.pins.fc_limit);
    }
  }

  void expect(unsigned s, const char* what, std::uint64_t want, std::uint64_t got) const {
    if (want == got) return;
    throw std::runtime_error(
        fmt::format("side {} cycle {}: {} {:#x} of the wire-fidelity link, "
                    "{:#x} of the link end",
                    s, now_, what, want, got));
  }

  static constexpr Cycle kTimesync = 700, kLatency = 900;

  LinkTwinParams params_;
  Random random_{7};
  std::array<LineWords, 2> lines_;
  std::array<Side, 2> sides_;
  Cycle now_ = 0;
  unsigned cells_ = 0;
};

}  // namespace tinsim
