// SPDX-License-Identifier: Apache-2.0
// Switch chip: one port, from the pins of the cell switch to the line.

/// README.md, "Link, port by port".
module tin_switch_port
  import tin_pkg::*;
#(
  /// Number of virtual channels.
  parameter int unsigned NumVcs = 4
) (
  /// Clock.
  input  logic                                 clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic                                 rst_ni,
  /// Strap: the line carries codewords.
  input  logic                                 fec_i,
  /// Strap: depth of every VC FIFO behind this port.
  input  logic [CountW-1:0]                    depth_i,
  /// Strap: an update that waits so long has priority over cells.
  input  logic [7:0]                           hold_cycles_i,
  /// Strap: cycles from one refresh set to the next.
  input  logic [11:0]                          refresh_cycles_i,
  /// Strap: cycle of the first refresh set.
  input  logic [11:0]                          refresh_phase_i,
  /// Strap: slots from one MOS to the next.
  input  logic [7:0]                           mos_gap_i,
  /// The link is to be used.
  input  logic                                 enable_i,
  /// The SerDes receives something.
  input  logic                                 signal_i,
  /// A line word.
  input  logic                                 line_valid_i,
  /// The word is the first of a codeword.
  input  logic                                 line_first_i,
  /// The line word.
  input  logic [LineW-1:0]                     line_i,
  /// Forward a TIMESYNC.
  input  logic                                 timesync_valid_i,
  /// Its status.
  input  logic [3:0]                           timesync_status_i,
  /// Its time, true in this cycle.
  input  logic [47:0]                          timesync_time_i,
  /// Measure the delay of the link.
  input  logic                                 measure_i,
  /// The processor writes a MOS word.
  input  logic                                 send_valid_i,
  /// Its sub.
  input  logic [3:0]                           send_sub_i,
  /// Its payload.
  input  logic [47:0]                          send_payload_i,
  /// The processor takes the MOS word that is shown.
  input  logic                                 read_i,
  /// The processor clears `overflow_o` and `dropped_o`.
  input  logic                                 clear_i,
  /// A word from the switch.
  input  logic                                 tx_valid_i,
  /// The word is the first of a cell.
  input  logic                                 tx_sop_i,
  /// The word.
  input  logic [WordW-1:0]                     tx_data_i,
  /// The VC FIFO of this port granted words.
  input  logic                                 limit_valid_i,
  /// VC.
  input  logic [VcW-1:0]                       limit_vc_i,
  /// The limit, modulo 4096.
  input  logic [CountW-1:0]                    limit_i,
  /// The switch can begin a cell in the next cycle.
  output logic                                 tx_ready_o,
  /// A word to the switch.
  output logic                                 rx_valid_o,
  /// The word is the first of a cell.
  output logic                                 rx_sop_o,
  /// The word.
  output logic [WordW-1:0]                     rx_data_o,
  /// A credit limit of the far receiver.
  output logic                                 fc_valid_o,
  /// VC.
  output logic [VcW-1:0]                       fc_vc_o,
  /// The limit, modulo 4096.
  output logic [CountW-1:0]                    fc_limit_o,
  /// A line word.
  output logic                                 line_valid_o,
  /// The word is the first of a codeword.
  output logic                                 line_first_o,
  /// The line word.
  output logic [LineW-1:0]                     line_o,
  /// State of the link.
  output logic [2:0]                           state_o,
  /// Block lock.
  output logic                                 lock_o,
  /// Content of this slot.
  output logic [2:0]                           kind_o,
  /// A good ordered set was received.
  output logic                                 set_valid_o,
  /// Its code.
  output logic [3:0]                           set_code_o,
  /// Its body.
  output logic [BodyW-1:0]                     set_body_o,
  /// The delay of the link was measured.
  output logic                                 delay_valid_o,
  /// The delay in cycles.
  output logic [47:0]                          delay_o,
  /// Places for MOS words to be sent.
  output logic [7:0]                           send_free_o,
  /// A MOS word was received.
  output logic                                 read_valid_o,
  /// Its sub.
  output logic [3:0]                           read_sub_o,
  /// Its payload.
  output logic [47:0]                          read_payload_o,
  /// MOS words received.
  output logic [7:0]                           read_fill_o,
  /// MOS words were dropped.
  output logic                                 overflow_o,
  /// How many.
  output logic [7:0]                           dropped_o,
  /// A header was refused.
  output logic                                 header_error_o,
  /// A control word was refused.
  output logic                                 set_error_o,
  /// A slot was lost.
  output logic                                 lost_slot_o,
  /// A word belongs to no cell.
  output logic                                 stray_o,
  /// A word of a cell was lost and replaced.
  output logic                                 filled_o,
  /// A control word stood inside a cell.
  output logic                                 control_in_cell_o,
  /// A block has no sync header.
  output logic                                 violation_o,
  /// A codeword cannot be corrected.
  output logic                                 codeword_bad_o,
  /// Symbols corrected in a codeword.
  output logic [1:0]                           corrected_o
);

  localparam logic [2:0] KindLat = 3'd2;
  localparam logic [2:0] KindPhy = 3'd3;
  localparam logic [2:0] KindFc = 3'd4;
  localparam logic [2:0] KindMos = 3'd5;

  // ---- Receive.

  logic             rx_valid, rx_control, rx_bad;
  logic [WordW-1:0] rx_word;
  logic             rx_enable, cell_valid;
  logic [VcW-1:0]   cell_vc;
  logic [LenW-1:0]  cell_words;

  tin_switch_rx_line i_tin_switch_rx_line (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .fec_i         (fec_i),
    .signal_i      (signal_i),
    .line_valid_i  (line_valid_i),
    .line_first_i  (line_first_i),
    .line_i        (line_i),
    .lock_o        (lock_o),
    .valid_o       (rx_valid),
    .control_o     (rx_control),
    .word_o        (rx_word),
    .violation_o   (violation_o),
    .bad_o         (rx_bad),
    .codeword_bad_o(codeword_bad_o),
    .corrected_o   (corrected_o)
  );

  link_rx #(
    .NumVcs(NumVcs)
  ) i_link_rx (
    .clk_i            (clk_i),
    .rst_ni           (rst_ni),
    .enable_i         (rx_enable),
    .lock_i           (lock_o),
    .valid_i          (rx_valid),
    .control_i        (rx_control),
    .word_i           (rx_word),
    .violation_i      (violation_o),
    .bad_i            (rx_bad),
    .rx_valid_o       (rx_valid_o),
    .rx_sop_o         (rx_sop_o),
    .rx_data_o        (rx_data_o),
    .cell_valid_o     (cell_valid),
    .cell_vc_o        (cell_vc),
    .cell_words_o     (cell_words),
    .set_valid_o      (set_valid_o),
    .set_code_o       (set_code_o),
    .set_body_o       (set_body_o),
    .header_error_o   (header_error_o),
    .set_error_o      (set_error_o),
    .lost_slot_o      (lost_slot_o),
    .stray_o          (stray_o),
    .filled_o         (filled_o),
    .control_in_cell_o(control_in_cell_o)
  );

  logic              lost_valid;
  logic [VcW-1:0]    lost_vc;
  logic [CountW-1:0] lost_words;

  fc_receiver #(
    .NumVcs(NumVcs)
  ) i_fc_receiver (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .set_valid_i (set_valid_o && set_code_o == OscFc),
    .set_body_i  (set_body_o),
    .cell_valid_i(cell_valid),
    .cell_vc_i   (cell_vc),
    .cell_words_i(cell_words),
    .fc_valid_o  (fc_valid_o),
    .fc_vc_o     (fc_vc_o),
    .fc_limit_o  (fc_limit_o),
    .lost_valid_o(lost_valid),
    .lost_vc_o   (lost_vc),
    .lost_words_o(lost_words)
  );

  // ---- What the link sends besides cells.

  logic             phy_valid, cells_enable, fc_request, fc_urgent, lat_valid, mos_valid;
  logic [BodyW-1:0] fc_body;
  logic [3:0]       lat_sub, mos_sub;
  logic [47:0]      lat_residence, mos_payload;
  logic             tx_control;
  logic [WordW-1:0] tx_word;

  link_state i_link_state (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .start_up_i    (1'b0),
    .enable_i      (enable_i),
    .lock_i        (lock_o),
    .phy_valid_i   (set_valid_o && set_code_o == OscPhy),
    .phy_state_i   (set_body_o[3:0]),
    .phy_sent_i    (kind_o == KindPhy),
    .state_o       (state_o),
    .phy_valid_o   (phy_valid),
    .cells_enable_o(cells_enable),
    .rx_enable_o   (rx_enable)
  );

  fc_sender #(
    .NumVcs(NumVcs)
  ) i_fc_sender (
    .clk_i           (clk_i),
    .rst_ni          (rst_ni),
    .depth_i         (depth_i),
    .hold_cycles_i   (hold_cycles_i),
    .refresh_cycles_i(refresh_cycles_i),
    .refresh_phase_i (refresh_phase_i),
    .limit_valid_i   (limit_valid_i),
    .limit_vc_i      (limit_vc_i),
    .limit_i         (limit_i),
    .lost_valid_i    (lost_valid),
    .lost_vc_i       (lost_vc),
    .lost_words_i    (lost_words),
    .sent_valid_i    (tx_valid_i && tx_sop_i),
    .sent_vc_i       (tx_data_i[49:45]),
    .sent_words_i    (tx_data_i[40:36]),
    .take_i          (kind_o == KindFc),
    .request_o       (fc_request),
    .urgent_o        (fc_urgent),
    .body_o          (fc_body)
  );

  latency_meter i_latency_meter (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .start_i        (measure_i),
    .set_valid_i    (set_valid_o && set_code_o == OscLat),
    .set_sub_i      (set_body_o[3:0]),
    .set_residence_i(set_body_o[51:4]),
    .sent_i         (kind_o == KindLat),
    .sent_sub_i     (tx_word[7:4]),
    .lat_valid_o    (lat_valid),
    .lat_sub_o      (lat_sub),
    .lat_residence_o(lat_residence),
    .delay_valid_o  (delay_valid_o),
    .delay_o        (delay_o)
  );

  mos_mailbox #(
    .TxWords(16),
    .RxWords(64)
  ) i_mos_mailbox (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .send_valid_i  (send_valid_i),
    .send_sub_i    (send_sub_i),
    .send_payload_i(send_payload_i),
    .sent_i        (kind_o == KindMos),
    .set_valid_i   (set_valid_o),
    .set_code_i    (set_code_o),
    .set_body_i    (set_body_o),
    .read_i        (read_i),
    .clear_i       (clear_i),
    .send_free_o   (send_free_o),
    .mos_valid_o   (mos_valid),
    .mos_sub_o     (mos_sub),
    .mos_payload_o (mos_payload),
    .read_valid_o  (read_valid_o),
    .read_sub_o    (read_sub_o),
    .read_payload_o(read_payload_o),
    .read_fill_o   (read_fill_o),
    .overflow_o    (overflow_o),
    .dropped_o     (dropped_o)
  );

  // ---- Transmit.

  tx_scheduler i_tx_scheduler (
    .clk_i            (clk_i),
    .rst_ni           (rst_ni),
    .cells_enable_i   (cells_enable),
    .tx_valid_i       (tx_valid_i),
    .tx_sop_i         (tx_sop_i),
    .tx_data_i        (tx_data_i),
    .fc_request_i     (fc_request),
    .fc_urgent_i      (fc_urgent),
    .fc_body_i        (fc_body),
    .timesync_valid_i (timesync_valid_i),
    .timesync_status_i(timesync_status_i),
    .timesync_time_i  (timesync_time_i),
    .lat_valid_i      (lat_valid),
    .lat_sub_i        (lat_sub),
    .lat_residence_i  (lat_residence),
    .phy_valid_i      (phy_valid),
    .phy_state_i      ({1'b0, state_o}),
    .mos_valid_i      (mos_valid),
    .mos_sub_i        (mos_sub),
    .mos_payload_i    (mos_payload),
    .mos_gap_i        (mos_gap_i),
    .tx_ready_o       (tx_ready_o),
    .control_o        (tx_control),
    .word_o           (tx_word),
    .kind_o           (kind_o)
  );

  tin_switch_tx_line i_tin_switch_tx_line (
    .clk_i       (clk_i),
    .rst_ni      (rst_ni),
    .fec_i       (fec_i),
    .control_i   (tx_control),
    .word_i      (tx_word),
    .line_valid_o(line_valid_o),
    .line_first_o(line_first_o),
    .line_o      (line_o)
  );

endmodule
