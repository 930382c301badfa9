// SPDX-License-Identifier: Apache-2.0
// A switch chip with its links, line words in and out, behind the pins of its cell switch.
#pragma once

#include <fmt/format.h>

#include <array>
#include <memory>
#include <string>
#include <utility>

#include "base/errors.h"
#include "rtl_models/cell_switch/cell_switch.h"
#include "rtl_models/tin_switch/tin_switch.h"
#include "tlm/gnet/link/line_words.h"
#include "tlm/gnet/timing.h"
#include "tlm/tin/cell_switch/link_driver.h"
#include "tlm/tin/cell_switch/switch_params.h"

namespace tinsim {

/// `Chip` is a TinSwitch<…> or its RTL, for SwitchOnPins. A port with a LinkDriver has line words:
/// those that the far port sends, with the noise of the link. A port without one is a terminal port
/// and has cells. The received headers and every slot and line word sent must be those of the
/// wire-fidelity link, else tick() throws InvariantError.
template <class Chip, unsigned kPorts, unsigned kVcs, unsigned kWords>
class LinkedSwitch {
 public:
  using Cells = CellSwitch<kPorts, kVcs, kWords>;
  using In = typename Cells::In;
  using Out = typename Cells::Out;

  LinkedSwitch(std::string name, std::unique_ptr<Chip> chip)
      : name_(std::move(name)), chip_(std::move(chip)) {}

  /// Precondition: the driver has `arriving`. Call before the first tick.
  void join_driver(unsigned port, LinkDriver& driver) {
    links_[port] = std::make_unique<Link>(driver);
  }

  /// The run ends, and far ports decide no more slots. The ticks with which the pins catch up may
  /// be without line words, which would reach the switch after the last of these ticks.
  void end_lines() { lines_end_ = true; }

  const Out& out() const { return out_; }
  /// The chip is reset in the first tick, when its ports are known.
  void reset(const In& straps) { set_switch(straps); }

  void tick(const In& in) {
    if (cycle_ == 0) reset_chip();
    for (unsigned port = 0; port < kPorts; ++port) compare(port);
    set_switch(in);
    for (unsigned port = 0; port < kPorts; ++port) drive(port, in);
    chip_->tick(pins_);
    show();
    ++cycle_;
  }

 private:
  struct Link {
    explicit Link(LinkDriver& of)
        : driver(of), feed(*of.params().arriving), arriving(without_delay(feed.wire)) {
      sent.reset(feed.wire.fec);
      far.reset(feed.wire.fec);
    }
    static WireDirectionParams without_delay(WireDirectionParams wire) {
      wire.wire_cycles = 0;
      return wire;
    }

    LinkDriver& driver;
    LineFeed& feed;
    LineWords arriving;        ///< the delay of the wire is in the slots, which are taken later
    TransmitLine sent, far;    ///< of this port as it must be, and of the far port
    std::uint64_t header = 0;  ///< on the receive pins in the cycle before, 0: none
  };

  void set_switch(const In& in) {
    pins_.iterations_i = in.iterations_i;
    pins_.strict_i = in.strict_i;
    pins_.weight_i = in.weight_i;
    pins_.rx_depth_i = in.rx_depth_i;
    pins_.tx_limit_i = in.tx_limit_i;
    pins_.tx_credited_i = in.tx_credited_i;
    pins_.queue_words_i = in.queue_words_i;
    pins_.route_port_i = in.route_port_i;
    pins_.route_vc_i = in.route_vc_i;
  }

  void reset_chip() {
    pins_.mos_gap_i = timing::kMosGap;
    for (unsigned port = 0; port < kPorts; ++port) {
      pins_.terminal_i[port] = links_[port] == nullptr;
      if (links_[port] == nullptr) continue;
      const LinkPortParams& of = links_[port]->driver.params().port;
      pins_.fec_i[port] = links_[port]->feed.wire.fec;
      pins_.hold_cycles_i = of.fc_hold_cycles;
      pins_.refresh_cycles_i = of.fc_refresh_cycles;
      pins_.refresh_phase_i[port] = of.fc_refresh_phase;
    }
    chip_->reset(pins_);
  }

  void drive(unsigned port, const In& in) {
    if (links_[port] == nullptr) {
      pins_.rx_valid_i[port] = in.rx_valid_i[port];
      pins_.rx_sop_i[port] = in.rx_sop_i[port];
      pins_.rx_data_i[port] = in.rx_data_i[port];
      return;
    }
    Link& link = *links_[port];
    const bool begins = in.rx_valid_i[port] && in.rx_sop_i[port];
    link.header = begins ? std::uint64_t{in.rx_data_i[port]} : 0;
    const LineWords::Arriving at = arrive(link, port);
    pins_.signal_i[port] = at.signal;
    pins_.line_valid_i[port] = at.word.valid;
    pins_.line_first_i[port] = at.word.first;
    pins_.line_i[port] = at.word.line;
    const LinkPort::Driven& of = link.driver.port().driven();
    pins_.enable_i[port] = of.enable;
    pins_.timesync_valid_i[port] = of.timesync_valid;
    pins_.timesync_status_i[port] = of.timesync.status;
    pins_.timesync_time_i[port] = of.timesync.time;
    pins_.measure_i[port] = of.measure;
    link.sent.tick(link.driver.slot().control, link.driver.slot().word);
  }
  LineWords::Arriving arrive(Link& link, unsigned port) {
    if (cycle_ < link.feed.wire.wire_cycles) return link.arriving.turn(cycle_, {});
    const LineWord word = link.far.out();
    if (link.feed.slots.empty() && lines_end_) return {};
    if (link.feed.slots.empty()) fail(port, "the far port has not decided the slot that arrives");
    link.far.tick(link.feed.slots.front().control, link.feed.slots.front().word);
    link.feed.slots.pop_front();
    return link.arriving.turn(cycle_, word);
  }

  void compare(unsigned port) const {
    if (links_[port] == nullptr) return;
    const Link& link = *links_[port];
    const auto& out = chip_->out();
    const auto expect = [&](const char* what, std::uint64_t want, std::uint64_t got) {
      if (want != got)
        fail(port, fmt::format("{} {:#x}, {:#x} of the wire-fidelity link", what, got, want));
    };
    const bool looked_up = out.lookup_valid_o[port];
    expect("received header", link.header, looked_up ? std::uint64_t{out.lookup_word_o[port]} : 0);
    expect("kind_o", link.driver.slot().kind, static_cast<unsigned>(out.kind_o[port]));
    const LineWord& line = link.sent.out();
    expect("line_valid_o", line.valid, out.line_valid_o[port]);
    expect("line_first_o", line.first, out.line_first_o[port]);
    for (std::size_t n = 0; n < line.line.words().size(); ++n)
      expect("line_o", line.line.words()[n], out.line_o[port].words()[n]);
  }
  [[noreturn]] void fail(unsigned port, const std::string& what) const {
    throw InvariantError(
        fmt::format("{} port {} vc 0 cycle {}: tin_switch: {}", name_, port, cycle_, what));
  }

  void show() {
    const auto& out = chip_->out();
    out_.lookup_valid_o = out.lookup_valid_o;
    out_.lookup_word_o = out.lookup_word_o;
    out_.match_valid_o = out.match_valid_o;
    out_.match_port_o = out.match_port_o;
    out_.match_vc_o = out.match_vc_o;
    out_.tx_valid_o = out.tx_valid_o;
    out_.tx_sop_o = out.tx_sop_o;
    out_.tx_data_o = out.tx_data_o;
    out_.fc_valid_o = out.fc_valid_o;
    out_.fc_vc_o = out.fc_vc_o;
    out_.fc_limit_o = out.fc_limit_o;
  }

  std::string name_;
  std::unique_ptr<Chip> chip_;
  std::array<std::unique_ptr<Link>, kPorts> links_;
  typename Chip::In pins_;
  Out out_;
  Cycle cycle_ = 0;
  bool lines_end_ = false;
};

}  // namespace tinsim
