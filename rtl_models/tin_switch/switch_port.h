// SPDX-License-Identifier: Apache-2.0
// Switch chip: all of one port between the pins of cell_switch and the line.
#pragma once

#include "rtl_models/fc_receiver/fc_receiver.h"
#include "rtl_models/fc_sender/fc_sender.h"
#include "rtl_models/latency_meter/latency_meter.h"
#include "rtl_models/link_rx/link_rx.h"
#include "rtl_models/link_state/link_state.h"
#include "rtl_models/mos_mailbox/mos_mailbox.h"
#include "rtl_models/parts/cell_header.h"
#include "rtl_models/parts/ordered_set.h"
#include "rtl_models/tin_switch/receive_line.h"
#include "rtl_models/tin_switch/transmit_line.h"
#include "rtl_models/tx_scheduler/tx_scheduler.h"

namespace tinsim {

/// README.md, "Link, port by port". In each cycle `show` with the pins of the switch, then
/// `to_switch`, `scheduled` and the outputs of blocks, then `tick`.
template <unsigned kVcs>
class SwitchPort {
 public:
  using Mailbox = MosMailbox<16, 64>;
  struct Straps {
    bool fec = false;
    unsigned depth = 0, hold_cycles = 0, refresh_cycles = 0, refresh_phase = 0, mos_gap = 63;
  };
  /// Outputs of cell_switch at this port.
  struct FromSwitch {
    bool tx_valid = false, tx_sop = false;
    std::uint64_t tx_data = 0;
    bool fc_valid = false;
    unsigned fc_vc = 0, fc_limit = 0;
  };
  /// Pins of the chip.
  struct In {
    bool enable = false, signal = false;
    LineWord line;
    bool timesync_valid = false;
    Bits<4> timesync_status;
    Bits<48> timesync_time;
    bool measure = false;
    bool send_valid = false;
    Bits<4> send_sub;
    Bits<48> send_payload;
    bool read = false, clear = false;
  };

  void show(const FromSwitch& from) {
    from_ = from;
    tx_in_.cells_enable_i = state_.out().cells_enable_o;
    tx_in_.tx_valid_i = from.tx_valid;
    tx_in_.tx_sop_i = from.tx_sop;
    tx_in_.tx_data_i = from.tx_data;
    tx_in_.fc_request_i = sender_.out().request_o;
    tx_in_.fc_urgent_i = sender_.out().urgent_o;
    tx_in_.fc_body_i = sender_.out().body_o;
    tx_in_.lat_valid_i = latency_.out().lat_valid_o;
    tx_in_.lat_sub_i = latency_.out().lat_sub_o;
    tx_in_.lat_residence_i = latency_.out().lat_residence_o;
    tx_in_.phy_valid_i = state_.out().phy_valid_o;
    tx_in_.phy_state_i = unsigned(state_.out().state_o);
    tx_in_.mos_valid_i = mailbox_.out().mos_valid_o;
    tx_in_.mos_sub_i = mailbox_.out().mos_sub_o;
    tx_in_.mos_payload_i = mailbox_.out().mos_payload_o;
    tx_in_.timesync_valid_i = false;
    slot_ = tx_.eval(tx_in_);

    const PcsRx::Out& pcs = receive_.pcs();
    rx_in_.enable_i = state_.out().rx_enable_o;
    rx_in_.lock_i = pcs.lock_o;
    rx_in_.valid_i = pcs.valid_o;
    rx_in_.control_i = pcs.control_o;
    rx_in_.word_i = pcs.word_o;
    rx_in_.violation_i = pcs.violation_o;
    rx_in_.bad_i = receive_.bad();
    received_ = rx_.eval(rx_in_);
  }

  void tick(const In& in) {
    tick_received(in);
    tick_sender();
    tx_in_.timesync_valid_i = in.timesync_valid;
    tx_in_.timesync_status_i = in.timesync_status;
    tx_in_.timesync_time_i = in.timesync_time;
    tx_.tick(tx_in_);
    rx_.tick(rx_in_);
    transmit_.tick(slot_.control_o, slot_.word_o);
    receive_.tick(in.signal, in.line);
  }

  void reset(const Straps& straps) {
    transmit_.reset(straps.fec);
    receive_.reset(straps.fec);
    rx_.reset({});
    receiver_.reset({});
    typename FcSender<kVcs>::In fc;
    fc.depth_i = straps.depth;
    fc.hold_cycles_i = straps.hold_cycles;
    fc.refresh_cycles_i = straps.refresh_cycles;
    fc.refresh_phase_i = straps.refresh_phase;
    sender_.reset(fc);
    tx_in_ = {};
    tx_in_.mos_gap_i = straps.mos_gap;
    tx_.reset(tx_in_);
    state_.reset({});
    latency_.reset({});
    mailbox_.reset({});
    show({});
  }

  /// Words and limits to cell_switch: `rx_*`, `fc_*` and `tx_ready` of these.
  const typename LinkRx<kVcs>::Out& received() const { return received_; }
  const typename FcReceiver<kVcs>::Out& limits() const { return receiver_.out(); }
  const TxScheduler::Out& slot() const { return slot_; }

  const LineWord& line() const { return transmit_.out(); }
  const ReceiveLine& receive() const { return receive_; }
  const LinkState::Out& state() const { return state_.out(); }
  const LatencyMeter::Out& latency() const { return latency_.out(); }
  const typename Mailbox::Out& mailbox() const { return mailbox_.out(); }

 private:
  bool carries(SlotKind kind) const { return slot_.kind_o == static_cast<unsigned>(kind); }
  bool is_set(OrderedSetCode code) const {
    return received_.set_valid_o && received_.set_code_o == static_cast<unsigned>(code);
  }

  // By the set that link_rx shows, and what this slot carries.
  void tick_received(const In& in) {
    const std::uint64_t body = received_.set_body_o;
    LinkState::In state;
    state.enable_i = in.enable;
    state.lock_i = receive_.pcs().lock_o;
    state.phy_valid_i = is_set(OrderedSetCode::Phy);
    if (state.phy_valid_i) state.phy_state_i = static_cast<unsigned>(unpack_phy(body).state);
    state.phy_sent_i = carries(SlotKind::Phy);
    state_.tick(state);

    LatencyMeter::In latency;
    latency.start_i = in.measure;
    latency.set_valid_i = is_set(OrderedSetCode::Lat);
    if (latency.set_valid_i) {
      const LatBody lat = unpack_lat(body);
      latency.set_sub_i = static_cast<unsigned>(lat.sub);
      latency.set_residence_i = lat.residence;
    }
    latency.sent_i = carries(SlotKind::Lat);
    latency.sent_sub_i = latency.sent_i ? slot_.word_o >> 4 & 0xF : 0;
    latency_.tick(latency);

    typename Mailbox::In mos;
    mos.send_valid_i = in.send_valid;
    mos.send_sub_i = in.send_sub;
    mos.send_payload_i = in.send_payload;
    mos.sent_i = carries(SlotKind::Mos);
    mos.set_valid_i = received_.set_valid_o;
    mos.set_code_i = received_.set_code_o;
    mos.set_body_i = body;
    mos.read_i = in.read;
    mos.clear_i = in.clear;
    mailbox_.tick(mos);
  }

  void tick_sender() {
    typename FcSender<kVcs>::In sender;
    sender.limit_valid_i = from_.fc_valid;
    sender.limit_vc_i = from_.fc_vc;
    sender.limit_i = from_.fc_limit;
    sender.lost_valid_i = receiver_.out().lost_valid_o;
    sender.lost_vc_i = receiver_.out().lost_vc_o;
    sender.lost_words_i = receiver_.out().lost_words_o;
    sender.sent_valid_i = from_.tx_valid && from_.tx_sop;
    if (sender.sent_valid_i) {
      sender.sent_vc_i = header_vc(from_.tx_data);
      sender.sent_words_i = header_len(from_.tx_data);
    }
    sender.take_i = carries(SlotKind::Fc);
    sender_.tick(sender);

    typename FcReceiver<kVcs>::In receiver;
    receiver.set_valid_i = is_set(OrderedSetCode::Fc);
    if (receiver.set_valid_i) receiver.set_body_i = received_.set_body_o;
    receiver.cell_valid_i = received_.cell_valid_o;
    receiver.cell_vc_i = received_.cell_vc_o;
    receiver.cell_words_i = received_.cell_words_o;
    receiver_.tick(receiver);
  }

  TransmitLine transmit_;
  ReceiveLine receive_;
  LinkRx<kVcs> rx_;
  FcReceiver<kVcs> receiver_;
  FcSender<kVcs> sender_;
  TxScheduler tx_;
  LinkState state_;
  LatencyMeter latency_;
  Mailbox mailbox_;
  FromSwitch from_;
  TxScheduler::In tx_in_;
  TxScheduler::Out slot_;
  typename LinkRx<kVcs>::In rx_in_;
  typename LinkRx<kVcs>::Out received_;
};

}  // namespace tinsim
