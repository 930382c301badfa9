// SPDX-License-Identifier: Apache-2.0
// Switch chip from line word to line word: cell_switch and the links of its ports.
#include "rtl_models/tin_switch/tin_switch.h"

#include "rtl_models/common/state.h"

namespace tinsim {

template <unsigned kPorts, unsigned kVcs, unsigned kMaxWords>
void TinSwitch<kPorts, kVcs, kMaxWords>::tick(const In& in) {
  wire_switch(in);
  switch_.tick(switch_in_);
  for (unsigned port = 0; port < kPorts; ++port) links_[port].tick(link_in(in, port));
  drive_outputs();
}

template <unsigned kPorts, unsigned kVcs, unsigned kMaxWords>
void TinSwitch<kPorts, kVcs, kMaxWords>::wire_switch(const In& in) {
  switch_in_.iterations_i = in.iterations_i;
  switch_in_.strict_i = in.strict_i;
  switch_in_.weight_i = in.weight_i;
  switch_in_.rx_depth_i = in.rx_depth_i;
  switch_in_.tx_limit_i = in.tx_limit_i;
  switch_in_.tx_credited_i = in.tx_credited_i;
  switch_in_.queue_words_i = in.queue_words_i;
  switch_in_.route_port_i = in.route_port_i;
  switch_in_.route_vc_i = in.route_vc_i;
  for (unsigned port = 0; port < kPorts; ++port) {
    const auto& received = links_[port].received();
    switch_in_.rx_valid_i[port] = received.rx_valid_o;
    switch_in_.rx_sop_i[port] = received.rx_sop_o;
    switch_in_.rx_data_i[port] = received.rx_data_o;
    const auto& limits = links_[port].limits();
    switch_in_.fc_valid_i[port] = limits.fc_valid_o;
    switch_in_.fc_vc_i[port] = limits.fc_vc_o;
    switch_in_.fc_limit_i[port] = limits.fc_limit_o;
    switch_in_.tx_ready_i[port] = links_[port].slot().tx_ready_o;
    if (!in.terminal_i[port]) continue;
    switch_in_.rx_valid_i[port] = in.rx_valid_i[port];
    switch_in_.rx_sop_i[port] = in.rx_sop_i[port];
    switch_in_.rx_data_i[port] = in.rx_data_i[port];
    switch_in_.fc_valid_i[port] = false;
    switch_in_.tx_ready_i[port] = true;
  }
}

template <unsigned kPorts, unsigned kVcs, unsigned kMaxWords>
typename SwitchPort<kVcs>::In TinSwitch<kPorts, kVcs, kMaxWords>::link_in(const In& in,
                                                                          unsigned port) const {
  typename SwitchPort<kVcs>::In link;
  link.enable = in.enable_i[port];
  link.signal = in.signal_i[port];
  link.line = {in.line_valid_i[port], in.line_first_i[port], in.line_i[port]};
  link.timesync_valid = in.timesync_valid_i[port];
  link.timesync_status = in.timesync_status_i[port];
  link.timesync_time = in.timesync_time_i[port];
  link.measure = in.measure_i[port];
  link.send_valid = in.send_valid_i[port];
  link.send_sub = in.send_sub_i[port];
  link.send_payload = in.send_payload_i[port];
  link.read = in.read_i[port];
  link.clear = in.clear_i[port];
  return link;
}

template <unsigned kPorts, unsigned kVcs, unsigned kMaxWords>
void TinSwitch<kPorts, kVcs, kMaxWords>::drive_outputs() {
  const auto& core = switch_.out();
  out_.lookup_valid_o = core.lookup_valid_o;
  out_.lookup_word_o = core.lookup_word_o;
  out_.match_valid_o = core.match_valid_o;
  out_.match_port_o = core.match_port_o;
  out_.match_vc_o = core.match_vc_o;
  out_.tx_valid_o = core.tx_valid_o;
  out_.tx_sop_o = core.tx_sop_o;
  out_.tx_data_o = core.tx_data_o;
  out_.fc_valid_o = core.fc_valid_o;
  out_.fc_vc_o = core.fc_vc_o;
  out_.fc_limit_o = core.fc_limit_o;
  for (unsigned port = 0; port < kPorts; ++port) {
    typename SwitchPort<kVcs>::FromSwitch from;
    if (!terminal_[port])
      from = {core.tx_valid_o[port],
              core.tx_sop_o[port],
              core.tx_data_o[port],
              core.fc_valid_o[port],
              static_cast<unsigned>(core.fc_vc_o[port]),
              static_cast<unsigned>(core.fc_limit_o[port])};
    links_[port].show(from);
    drive_link(port);
    drive_events(port);
  }
}

template <unsigned kPorts, unsigned kVcs, unsigned kMaxWords>
void TinSwitch<kPorts, kVcs, kMaxWords>::drive_link(unsigned port) {
  const SwitchPort<kVcs>& link = links_[port];
  out_.line_valid_o[port] = link.line().valid;
  out_.line_first_o[port] = link.line().first;
  out_.line_o[port] = link.line().line;
  out_.state_o[port] = link.state().state_o;
  out_.lock_o[port] = link.receive().pcs().lock_o;
  out_.kind_o[port] = link.slot().kind_o;
  out_.set_valid_o[port] = link.received().set_valid_o;
  out_.set_code_o[port] = link.received().set_code_o;
  out_.set_body_o[port] = link.received().set_body_o;
  out_.delay_valid_o[port] = link.latency().delay_valid_o;
  out_.delay_o[port] = link.latency().delay_o;
  const auto& mailbox = link.mailbox();
  out_.send_free_o[port] = mailbox.send_free_o;
  out_.read_valid_o[port] = mailbox.read_valid_o;
  out_.read_sub_o[port] = mailbox.read_sub_o;
  out_.read_payload_o[port] = mailbox.read_payload_o;
  out_.read_fill_o[port] = mailbox.read_fill_o;
  out_.overflow_o[port] = mailbox.overflow_o;
  out_.dropped_o[port] = mailbox.dropped_o;
}

template <unsigned kPorts, unsigned kVcs, unsigned kMaxWords>
void TinSwitch<kPorts, kVcs, kMaxWords>::drive_events(unsigned port) {
  const auto& received = links_[port].received();
  out_.header_error_o[port] = received.header_error_o;
  out_.set_error_o[port] = received.set_error_o;
  out_.lost_slot_o[port] = received.lost_slot_o;
  out_.stray_o[port] = received.stray_o;
  out_.filled_o[port] = received.filled_o;
  out_.control_in_cell_o[port] = received.control_in_cell_o;
  const ReceiveLine& line = links_[port].receive();
  out_.violation_o[port] = line.pcs().violation_o;
  out_.codeword_bad_o[port] = line.fec().first_o && line.fec().bad_o;
  out_.corrected_o[port] = line.fec().corrected_o;
}

template <unsigned kPorts, unsigned kVcs, unsigned kMaxWords>
void TinSwitch<kPorts, kVcs, kMaxWords>::reset(const In& straps) {
  terminal_ = straps.terminal_i;
  switch_in_ = {};
  wire_switch(straps);
  switch_.reset(switch_in_);
  for (unsigned port = 0; port < kPorts; ++port) {
    typename SwitchPort<kVcs>::Straps link;
    link.fec = straps.fec_i[port];
    link.depth = straps.rx_depth_i[port];
    link.hold_cycles = straps.hold_cycles_i;
    link.refresh_cycles = straps.refresh_cycles_i;
    link.refresh_phase = straps.refresh_phase_i[port];
    link.mos_gap = straps.mos_gap_i;
    links_[port].reset(link);
  }
  drive_outputs();
}

template <unsigned kPorts, unsigned kVcs, unsigned kMaxWords>
void TinSwitch<kPorts, kVcs, kMaxWords>::list_state(StateList& state) const {
  state.add_block("cell_switch", switch_);
}

template class TinSwitch<4, 4, 64>;
template class TinSwitch<50, 32, 512>;

}  // namespace tinsim
