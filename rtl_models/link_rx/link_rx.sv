// SPDX-License-Identifier: Apache-2.0
// Receive side of a link: sorts words into cells and ordered sets, keeps errors out of the switch.

/// After a good header, its cell takes as many cycles as it has words, for any further input: a
/// missing word is replaced by zero. So the switch sees whole cells only.
module link_rx
  import tin_pkg::*;
#(
  /// Number of virtual channels, 1..32.
  parameter int unsigned NumVcs = 4
) (
  /// Clock.
  input  logic             clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic             rst_ni,
  /// The link is up: cells and FC sets count.
  input  logic             enable_i,
  /// Block lock.
  input  logic             lock_i,
  /// A word arrived.
  input  logic             valid_i,
  /// The word is a control word.
  input  logic             control_i,
  /// The word.
  input  logic [WordW-1:0] word_i,
  /// A word was lost to a bad sync header.
  input  logic             violation_i,
  /// The word belongs to a codeword that could not be corrected.
  input  logic             bad_i,
  /// A word of a cell, in the same cycle.
  output logic             rx_valid_o,
  /// The word is the first of the cell.
  output logic             rx_sop_o,
  /// The word.
  output logic [WordW-1:0] rx_data_o,
  /// A cell began; this and all following outputs are one cycle later.
  output logic             cell_valid_o,
  /// VC.
  output logic [VcW-1:0]   cell_vc_o,
  /// Length in words.
  output logic [LenW-1:0]  cell_words_o,
  /// A good ordered set other than IDLE.
  output logic             set_valid_o,
  /// Code.
  output logic [3:0]       set_code_o,
  /// Body.
  output logic [51:0]      set_body_o,
  /// A header was refused.
  output logic             header_error_o,
  /// A control word outside a cell is neither a header nor a good ordered set.
  output logic             set_error_o,
  /// A slot outside a cell was lost while locked.
  output logic             lost_slot_o,
  /// A data word outside a cell, or a header or FC set while the link is not up.
  output logic             stray_o,
  /// A word of a cell was lost and replaced.
  output logic             filled_o,
  /// A control word inside a cell was replaced.
  output logic             control_in_cell_o
);


  // Decoded control word, if it is one. A header is forwarded unchanged, so most of its fields stay
  // open, and nothing is encoded here.
  logic [LenW-1:0] len;
  logic [VcW-1:0]  vc;
  logic [4:0]      hop;
  logic            soc_error, header_crc_error, len_error, type_error;

  // verilator lint_off PINCONNECTEMPTY
  cell_header_codec i_cell_header_codec (
    .word_i      (word_i),
    .dst_o       (),
    .src_o       (),
    .len_o       (len),
    .cell_type_o (),
    .vc_o        (vc),
    .hop_o       (hop),
    .trace_o     (),
    .soc_error_o (soc_error),
    .crc_error_o (header_crc_error),
    .len_error_o (len_error),
    .type_error_o(type_error),
    .dst_i       ('0),
    .src_i       ('0),
    .len_i       ('0),
    .cell_type_i ('0),
    .vc_i        ('0),
    .hop_i       ('0),
    .trace_i     (1'b0),
    .word_o      ()
  );

  logic [3:0]  code;
  logic [51:0] body;
  logic        code_error, set_crc_error;

  ordered_set_codec i_ordered_set_codec (
    .word_i      (word_i),
    .code_o      (code),
    .body_o      (body),
    .code_error_o(code_error),
    .crc_error_o (set_crc_error),
    .code_i      ('0),
    .body_i      ('0),
    .word_o      ()
  );
  // verilator lint_on PINCONNECTEMPTY

  logic header_good, set_good;
  assign header_good = !header_crc_error && !len_error && !type_error && 32'(vc) < NumVcs &&
      hop != '0;
  assign set_good = !code_error && !set_crc_error;

  // Missing words of the cell that has begun.
  logic [LenW-1:0] left_q;
  logic            in_cell, good, data, control;
  assign in_cell = left_q != '0;
  assign good = valid_i && !bad_i;
  assign data = good && !control_i;
  assign control = good && control_i;

  // Outside a cell, a control word is a header or a set.
  logic header, set, is_fc, start, take_set;
  assign header = control && !in_cell && !soc_error;
  assign set = control && !in_cell && soc_error;
  assign is_fc = code == OscFc;
  assign start = header && header_good && enable_i;
  assign take_set = set && set_good && code != OscIdle && (!is_fc || enable_i);

  assign rx_valid_o = start || in_cell;
  assign rx_sop_o = start;
  assign rx_data_o = (start || (in_cell && data)) ? word_i : '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_state
    if (!rst_ni) begin
      left_q <= '0;
    end else if (start) begin
      left_q <= len - 1'b1;
    end else if (in_cell) begin
      left_q <= left_q - 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_out
    if (!rst_ni) begin
      cell_valid_o <= 1'b0;
      cell_vc_o <= '0;
      cell_words_o <= '0;
      set_valid_o <= 1'b0;
      set_code_o <= '0;
      set_body_o <= '0;
    end else begin
      cell_valid_o <= start;
      cell_vc_o <= start ? vc : '0;
      cell_words_o <= start ? len : '0;
      set_valid_o <= take_set;
      set_code_o <= take_set ? code : '0;
      set_body_o <= take_set ? body : '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_events
    if (!rst_ni) begin
      header_error_o <= 1'b0;
      set_error_o <= 1'b0;
      lost_slot_o <= 1'b0;
      stray_o <= 1'b0;
      filled_o <= 1'b0;
      control_in_cell_o <= 1'b0;
    end else begin
      header_error_o <= header && !header_good;
      set_error_o <= set && !set_good;
      // A slot may be empty without loss: before the first word after lock, for one.
      lost_slot_o <= !in_cell && !good && lock_i && (violation_i || valid_i);
      stray_o <= (!in_cell && data) ||
          (!enable_i && ((header && header_good) || (set && set_good && is_fc)));
      filled_o <= in_cell && !good;
      control_in_cell_o <= in_cell && control;
    end
  end

  initial begin
    NumVcsInRange: assert (NumVcs >= 1 && NumVcs <= 32)
      else $error("NumVcs must be 1..32");
  end

endmodule
