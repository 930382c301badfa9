// SPDX-License-Identifier: Apache-2.0
// Lines around a switch chip: the ports of other chips behind noise and darkness, and the lookup.
#pragma once

#include <memory>

#include "rtl_models/tin_switch/tin_switch.h"
#include "testbench/stimulus/far_port.h"
#include "testbench/stimulus/host_cells.h"
#include "testbench/stimulus/noisy_line.h"

namespace tinsim {

template <unsigned kPorts, unsigned kVcs, unsigned kMaxWords>
class TinSwitchStimulus {
 public:
  using In = typename TinSwitch<kPorts, kVcs, kMaxWords>::In;
  using Out = typename TinSwitch<kPorts, kVcs, kMaxWords>::Out;

  explicit TinSwitchStimulus(std::uint64_t seed)
      : random_(seed), ports_(std::make_unique<std::array<Port, kPorts>>()) {}

  In restart() {
    straps_ = {};
    straps_.queue_words_i = random_.range(kMaxCellWords, 255);
    straps_.hold_cycles_i = random_.below(64);
    const bool calm = random_.chance(25);
    straps_.refresh_cycles_i = calm && random_.chance(50) ? 0 : random_.range(16, 400);
    straps_.mos_gap_i = random_.chance(50) ? 63 : random_.range(1, 255);
    change_percent_ = random_.chance(50) ? 0 : 2;
    for (unsigned vc = 0; vc < kVcs; ++vc) draw_settings(vc);
    vcs_ = random_.chance(60) ? kVcs : random_.range(1, kVcs);
    outputs_ = random_.chance(70) ? kPorts : random_.range(1, kPorts);
    for (unsigned port = 0; port < kPorts; ++port) restart_port(port, calm);
    return straps_;
  }

  In next(const Out& out) {
    if (random_.chance(change_percent_)) draw_settings(random_.below(kVcs));
    In in = straps_;
    for (unsigned port = 0; port < kPorts; ++port) {
      answer(in, out, port);
      if (straps_.terminal_i[port]) drive_terminal(in, out, port);
      exchange(in, out, port);
      process(in, out, port);
    }
    return in;
  }

 private:
  struct Route {
    unsigned port = 0, vc = 0;
  };
  struct Port {
    FarPort<kVcs> far;
    HostCells<kVcs> host;  ///< of a terminal port
    NoisyLine to_chip, from_chip;
    std::array<Route, 2> lookup{};            ///< answers on their way, the next one first
    unsigned disabled = 0, far_disabled = 0;  ///< cycles
    bool flaps = false;
  };

  unsigned refresh_phase() {
    const unsigned cycles = straps_.refresh_cycles_i;
    return cycles > 0 ? random_.below(cycles) : 0;
  }
  void draw_settings(unsigned vc) {
    straps_.iterations_i = random_.range(1, 4);
    straps_.strict_i[vc] = random_.chance(20);
    straps_.weight_i[vc] = random_.chance(70) ? random_.range(1, 8) : random_.range(1, 255);
  }

  void restart_port(unsigned number, bool calm) {
    Port& port = (*ports_)[number];
    straps_.rx_depth_i[number] = random_.range(kMaxCellWords, kMaxWords);
    straps_.tx_limit_i[number] = random_.range(kMaxCellWords, 300);
    straps_.terminal_i[number] = random_.chance(20);
    straps_.tx_credited_i[number] = !straps_.terminal_i[number] && (!calm || random_.chance(60));
    port.host.restart(static_cast<unsigned>(straps_.rx_depth_i[number]), vcs_);
    straps_.refresh_phase_i[number] = refresh_phase();
    NoisyLineParams line;
    line.fec = straps_.fec_i[number] = random_.chance(50);
    port.flaps = !calm && random_.chance(40);
    for (NoisyLine* way : {&port.to_chip, &port.from_chip}) {
      line.wire_cycles = random_.chance(50) ? random_.below(4) : random_.below(40);
      line.noise_per_10000 = calm || random_.chance(30) ? 0 : random_.range(1, 200);
      line.dark_per_10000 = port.flaps ? random_.range(1, 10) : 0;
      way->restart(line);
    }
    port.lookup = {};
    port.disabled = port.far_disabled = 0;
    restart_far(port, number);
  }
  void restart_far(Port& port, unsigned number) {
    typename FarPort<kVcs>::Params far;
    far.straps.fec = straps_.fec_i[number];
    far.straps.depth = straps_.tx_limit_i[number];
    far.straps.hold_cycles = random_.below(64);
    far.straps.refresh_cycles = straps_.refresh_cycles_i;
    far.straps.refresh_phase = refresh_phase();
    far.straps.mos_gap = random_.range(1, 100);
    far.credit = straps_.rx_depth_i[number];
    far.credited = straps_.tx_credited_i[number];
    far.vcs = vcs_;
    port.far.restart(far);
  }

  void answer(In& in, const Out& out, unsigned number) {
    auto& lookup = (*ports_)[number].lookup;
    in.route_port_i[number] = lookup[0].port;
    in.route_vc_i[number] = lookup[0].vc;
    lookup[0] = lookup[1];
    const std::uint64_t junk = random_.bits();
    lookup[1] = {static_cast<unsigned>(junk & 63), static_cast<unsigned>(junk >> 6 & 31)};
    if (out.lookup_valid_o[number]) lookup[1] = {random_.below(outputs_), random_.below(vcs_)};
  }

  void drive_terminal(In& in, const Out& out, unsigned number) {
    HostCells<kVcs>& host = (*ports_)[number].host;
    if (out.fc_valid_o[number])
      host.grant(static_cast<unsigned>(out.fc_vc_o[number]),
                 static_cast<unsigned>(out.fc_limit_o[number]));
    const auto word = host.next(random_);
    in.rx_valid_i[number] = word.valid;
    in.rx_sop_i[number] = word.sop;
    in.rx_data_i[number] = word.data;
  }

  void exchange(In& in, const Out& out, unsigned number) {
    Port& port = (*ports_)[number];
    NoisyLine::Arriving here = port.to_chip.turn(random_, port.far.line());
    if (!here.signal) draw_word(here.word);
    in.enable_i[number] = is_enabled(port, port.disabled);
    in.signal_i[number] = here.signal;
    in.line_valid_i[number] = here.word.valid;
    in.line_first_i[number] = here.word.first;
    in.line_i[number] = here.word.line;
    const NoisyLine::Arriving there = port.from_chip.turn(
        random_, {out.line_valid_o[number], out.line_first_o[number], out.line_o[number]});
    port.far.tick(random_, is_enabled(port, port.far_disabled), there.signal, there.word);
  }
  /// The SerDes of a dark line shows anything.
  void draw_word(LineWord& word) {
    const std::uint64_t junk = random_.bits();
    word.valid = junk & 1;
    word.first = junk >> 1 & 1;
    word.line.words()[0] = static_cast<std::uint32_t>(junk >> 2);
  }
  bool is_enabled(const Port& port, unsigned& disabled) {
    if (disabled > 0) --disabled;
    if (disabled == 0 && port.flaps && random_.below(8000) == 0) disabled = random_.range(1, 300);
    return disabled == 0;
  }

  void process(In& in, const Out& out, unsigned number) {
    struct Mailbox {
      unsigned send_free_o;
      bool read_valid_o;
    };
    typename SwitchPort<kVcs>::In link;
    draw_processor(random_, link,
                   Mailbox{static_cast<unsigned>(out.send_free_o[number]),
                           static_cast<bool>(out.read_valid_o[number])});
    in.timesync_valid_i[number] = link.timesync_valid;
    in.timesync_status_i[number] = link.timesync_status;
    in.timesync_time_i[number] = link.timesync_time;
    in.measure_i[number] = link.measure;
    in.send_valid_i[number] = link.send_valid;
    in.send_sub_i[number] = link.send_sub;
    in.send_payload_i[number] = link.send_payload;
    in.read_i[number] = link.read;
    in.clear_i[number] = link.clear;
  }

  Random random_;
  In straps_;  ///< and the present settings
  unsigned vcs_ = kVcs, outputs_ = kPorts, change_percent_ = 0;
  std::unique_ptr<std::array<Port, kPorts>> ports_;
};

}  // namespace tinsim
