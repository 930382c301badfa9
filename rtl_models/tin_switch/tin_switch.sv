// SPDX-License-Identifier: Apache-2.0
// Switch chip from line word to line word: the cell switch and the links of its ports.

/// README.md draws the composition.
module tin_switch
  import tin_pkg::*;
#(
  /// Number of ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Number of virtual channels, 1..32.
  parameter int unsigned NumVcs = 4,
  /// Storage per input VC in words.
  parameter int unsigned MaxWords = 64,
  /// Greatest number of rounds per cycle of the arbiter, 1..4.
  parameter int unsigned MaxRounds = 4
) (
  /// Clock.
  input  logic                                 clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic                                 rst_ni,
  /// Setting: arbiter rounds per cycle, 1..MaxRounds.
  input  logic [2:0]                           iterations_i,
  /// Setting: the VC has strict priority.
  input  logic [NumVcs-1:0]                    strict_i,
  /// Setting: round robin weight of each VC.
  input  logic [NumVcs-1:0][7:0]               weight_i,
  /// Strap: depth of every VC FIFO of an input port.
  input  logic [NumPorts-1:0][CountW-1:0]      rx_depth_i,
  /// Strap: initial credit limit of every VC of an output port.
  input  logic [NumPorts-1:0][CountW-1:0]      tx_limit_i,
  /// Strap: 0 if the output port needs no credit.
  input  logic [NumPorts-1:0]                  tx_credited_i,
  /// Strap: output queue space per VC in words.
  input  logic [7:0]                           queue_words_i,
  /// Strap: the line carries codewords.
  input  logic [NumPorts-1:0]                  fec_i,
  /// Strap: an update that waits so long has priority over cells.
  input  logic [7:0]                           hold_cycles_i,
  /// Strap: cycles from one refresh set to the next.
  input  logic [11:0]                          refresh_cycles_i,
  /// Strap: cycle of the first refresh set.
  input  logic [NumPorts-1:0][11:0]            refresh_phase_i,
  /// Strap: slots from one MOS to the next.
  input  logic [7:0]                           mos_gap_i,
  /// Strap: the port has no link; its cells are on the pins of cell_switch.
  input  logic [NumPorts-1:0]                  terminal_i,
  /// Terminal port: a word.
  input  logic [NumPorts-1:0]                  rx_valid_i,
  /// Terminal port: the word is the first of a cell.
  input  logic [NumPorts-1:0]                  rx_sop_i,
  /// Terminal port: the word.
  input  logic [NumPorts-1:0][WordW-1:0]       rx_data_i,
  /// The link is to be used.
  input  logic [NumPorts-1:0]                  enable_i,
  /// The SerDes receives something.
  input  logic [NumPorts-1:0]                  signal_i,
  /// A line word.
  input  logic [NumPorts-1:0]                  line_valid_i,
  /// The word is the first of a codeword.
  input  logic [NumPorts-1:0]                  line_first_i,
  /// The line word.
  input  logic [NumPorts-1:0][LineW-1:0]       line_i,
  /// Answer of the lookup, two cycles after its question: output port.
  input  logic [NumPorts-1:0][PortW-1:0]       route_port_i,
  /// Answer of the lookup: VC on the output link.
  input  logic [NumPorts-1:0][VcW-1:0]         route_vc_i,
  /// Forward a TIMESYNC.
  input  logic [NumPorts-1:0]                  timesync_valid_i,
  /// Its status.
  input  logic [NumPorts-1:0][3:0]             timesync_status_i,
  /// Its time, true in this cycle.
  input  logic [NumPorts-1:0][47:0]            timesync_time_i,
  /// Measure the delay of the link.
  input  logic [NumPorts-1:0]                  measure_i,
  /// The processor writes a MOS word.
  input  logic [NumPorts-1:0]                  send_valid_i,
  /// Its sub.
  input  logic [NumPorts-1:0][3:0]             send_sub_i,
  /// Its payload.
  input  logic [NumPorts-1:0][47:0]            send_payload_i,
  /// The processor takes the MOS word that is shown.
  input  logic [NumPorts-1:0]                  read_i,
  /// The processor clears `overflow_o` and `dropped_o`.
  input  logic [NumPorts-1:0]                  clear_i,
  /// A word leaves the switch.
  output logic [NumPorts-1:0]                  tx_valid_o,
  /// It is the first of a cell.
  output logic [NumPorts-1:0]                  tx_sop_o,
  /// The word.
  output logic [NumPorts-1:0][WordW-1:0]       tx_data_o,
  /// The VC FIFO of the port granted words.
  output logic [NumPorts-1:0]                  fc_valid_o,
  /// VC.
  output logic [NumPorts-1:0][VcW-1:0]         fc_vc_o,
  /// The limit, modulo 4096.
  output logic [NumPorts-1:0][CountW-1:0]      fc_limit_o,
  /// A line word.
  output logic [NumPorts-1:0]                  line_valid_o,
  /// The word is the first of a codeword.
  output logic [NumPorts-1:0]                  line_first_o,
  /// The line word.
  output logic [NumPorts-1:0][LineW-1:0]       line_o,
  /// A good header, to be looked up.
  output logic [NumPorts-1:0]                  lookup_valid_o,
  /// The header.
  output logic [NumPorts-1:0][WordW-1:0]       lookup_word_o,
  /// Input is matched.
  output logic [NumPorts-1:0]                  match_valid_o,
  /// The output it is matched to.
  output logic [NumPorts-1:0][PortW-1:0]       match_port_o,
  /// The VC it is matched from.
  output logic [NumPorts-1:0][VcW-1:0]         match_vc_o,
  /// State of the link.
  output logic [NumPorts-1:0][2:0]             state_o,
  /// Block lock.
  output logic [NumPorts-1:0]                  lock_o,
  /// Content of this slot.
  output logic [NumPorts-1:0][2:0]             kind_o,
  /// A good ordered set was received.
  output logic [NumPorts-1:0]                  set_valid_o,
  /// Its code.
  output logic [NumPorts-1:0][3:0]             set_code_o,
  /// Its body.
  output logic [NumPorts-1:0][BodyW-1:0]       set_body_o,
  /// The delay of the link was measured.
  output logic [NumPorts-1:0]                  delay_valid_o,
  /// The delay in cycles.
  output logic [NumPorts-1:0][47:0]            delay_o,
  /// Places for MOS words to be sent.
  output logic [NumPorts-1:0][7:0]             send_free_o,
  /// A MOS word was received.
  output logic [NumPorts-1:0]                  read_valid_o,
  /// Its sub.
  output logic [NumPorts-1:0][3:0]             read_sub_o,
  /// Its payload.
  output logic [NumPorts-1:0][47:0]            read_payload_o,
  /// MOS words received.
  output logic [NumPorts-1:0][7:0]             read_fill_o,
  /// MOS words were dropped.
  output logic [NumPorts-1:0]                  overflow_o,
  /// How many.
  output logic [NumPorts-1:0][7:0]             dropped_o,
  /// A header was refused.
  output logic [NumPorts-1:0]                  header_error_o,
  /// A control word was refused.
  output logic [NumPorts-1:0]                  set_error_o,
  /// A slot was lost.
  output logic [NumPorts-1:0]                  lost_slot_o,
  /// A word belongs to no cell.
  output logic [NumPorts-1:0]                  stray_o,
  /// A word of a cell was lost and replaced.
  output logic [NumPorts-1:0]                  filled_o,
  /// A control word stood inside a cell.
  output logic [NumPorts-1:0]                  control_in_cell_o,
  /// A block has no sync header.
  output logic [NumPorts-1:0]                  violation_o,
  /// A codeword cannot be corrected.
  output logic [NumPorts-1:0]                  codeword_bad_o,
  /// Symbols corrected in a codeword.
  output logic [NumPorts-1:0][1:0]             corrected_o
);

  logic [NumPorts-1:0]             rx_valid, rx_sop, tx_valid, tx_sop, tx_ready;
  logic [NumPorts-1:0][WordW-1:0]  rx_data, tx_data;
  // Credit of the far receivers, and of the VC FIFOs here.
  logic [NumPorts-1:0]             fc_valid, limit_valid;
  logic [NumPorts-1:0][VcW-1:0]    fc_vc, limit_vc;
  logic [NumPorts-1:0][CountW-1:0] fc_limit, limit;
  // Of the links, whether they are used or not.
  logic [NumPorts-1:0]             link_valid, link_sop, link_ready, link_fc_valid;
  logic [NumPorts-1:0][WordW-1:0]  link_data;

  assign rx_valid = terminal_i & rx_valid_i | ~terminal_i & link_valid;
  assign rx_sop = terminal_i & rx_sop_i | ~terminal_i & link_sop;
  assign tx_ready = terminal_i | link_ready;
  assign fc_valid = ~terminal_i & link_fc_valid;
  assign tx_valid_o = tx_valid;
  assign tx_sop_o = tx_sop;
  assign tx_data_o = tx_data;
  assign fc_valid_o = limit_valid;
  assign fc_vc_o = limit_vc;
  assign fc_limit_o = limit;

  // link_rx has refused bad headers.
  // verilator lint_off PINCONNECTEMPTY
  cell_switch #(
    .NumPorts (NumPorts),
    .NumVcs   (NumVcs),
    .MaxWords (MaxWords),
    .MaxRounds(MaxRounds)
  ) i_cell_switch (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .iterations_i  (iterations_i),
    .rx_depth_i    (rx_depth_i),
    .tx_limit_i    (tx_limit_i),
    .tx_credited_i (tx_credited_i),
    .queue_words_i (queue_words_i),
    .strict_i      (strict_i),
    .weight_i      (weight_i),
    .rx_valid_i    (rx_valid),
    .rx_sop_i      (rx_sop),
    .rx_data_i     (rx_data),
    .route_port_i  (route_port_i),
    .route_vc_i    (route_vc_i),
    .fc_valid_i    (fc_valid),
    .fc_vc_i       (fc_vc),
    .fc_limit_i    (fc_limit),
    .tx_ready_i    (tx_ready),
    .lookup_valid_o(lookup_valid_o),
    .lookup_word_o (lookup_word_o),
    .rx_error_o    (),
    .match_valid_o (match_valid_o),
    .match_port_o  (match_port_o),
    .match_vc_o    (match_vc_o),
    .xbar_valid_o  (),
    .xbar_sop_o    (),
    .tx_valid_o    (tx_valid),
    .tx_sop_o      (tx_sop),
    .tx_data_o     (tx_data),
    .fc_valid_o    (limit_valid),
    .fc_vc_o       (limit_vc),
    .fc_limit_o    (limit)
  );
  // verilator lint_on PINCONNECTEMPTY

  for (genvar p = 0; p < NumPorts; p++) begin : gen_port
    assign rx_data[p] = terminal_i[p] ? rx_data_i[p] : link_data[p];

    tin_switch_port #(
      .NumVcs(NumVcs)
    ) i_tin_switch_port (
      .clk_i            (clk_i),
      .rst_ni           (rst_ni),
      .fec_i            (fec_i[p]),
      .depth_i          (rx_depth_i[p]),
      .hold_cycles_i    (hold_cycles_i),
      .refresh_cycles_i (refresh_cycles_i),
      .refresh_phase_i  (refresh_phase_i[p]),
      .mos_gap_i        (mos_gap_i),
      .enable_i         (enable_i[p]),
      .signal_i         (signal_i[p]),
      .line_valid_i     (line_valid_i[p]),
      .line_first_i     (line_first_i[p]),
      .line_i           (line_i[p]),
      .timesync_valid_i (timesync_valid_i[p]),
      .timesync_status_i(timesync_status_i[p]),
      .timesync_time_i  (timesync_time_i[p]),
      .measure_i        (measure_i[p]),
      .send_valid_i     (send_valid_i[p]),
      .send_sub_i       (send_sub_i[p]),
      .send_payload_i   (send_payload_i[p]),
      .read_i           (read_i[p]),
      .clear_i          (clear_i[p]),
      .tx_valid_i       (tx_valid[p] && !terminal_i[p]),
      .tx_sop_i         (tx_sop[p]),
      .tx_data_i        (tx_data[p]),
      .limit_valid_i    (limit_valid[p] && !terminal_i[p]),
      .limit_vc_i       (limit_vc[p]),
      .limit_i          (limit[p]),
      .tx_ready_o       (link_ready[p]),
      .rx_valid_o       (link_valid[p]),
      .rx_sop_o         (link_sop[p]),
      .rx_data_o        (link_data[p]),
      .fc_valid_o       (link_fc_valid[p]),
      .fc_vc_o          (fc_vc[p]),
      .fc_limit_o       (fc_limit[p]),
      .line_valid_o     (line_valid_o[p]),
      .line_first_o     (line_first_o[p]),
      .line_o           (line_o[p]),
      .state_o          (state_o[p]),
      .lock_o           (lock_o[p]),
      .kind_o           (kind_o[p]),
      .set_valid_o      (set_valid_o[p]),
      .set_code_o       (set_code_o[p]),
      .set_body_o       (set_body_o[p]),
      .delay_valid_o    (delay_valid_o[p]),
      .delay_o          (delay_o[p]),
      .send_free_o      (send_free_o[p]),
      .read_valid_o     (read_valid_o[p]),
      .read_sub_o       (read_sub_o[p]),
      .read_payload_o   (read_payload_o[p]),
      .read_fill_o      (read_fill_o[p]),
      .overflow_o       (overflow_o[p]),
      .dropped_o        (dropped_o[p]),
      .header_error_o   (header_error_o[p]),
      .set_error_o      (set_error_o[p]),
      .lost_slot_o      (lost_slot_o[p]),
      .stray_o          (stray_o[p]),
      .filled_o         (filled_o[p]),
      .control_in_cell_o(control_in_cell_o[p]),
      .violation_o      (violation_o[p]),
      .codeword_bad_o   (codeword_bad_o[p]),
      .corrected_o      (corrected_o[p])
    );
  end

endmodule
