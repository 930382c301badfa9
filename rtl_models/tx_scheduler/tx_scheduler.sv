// SPDX-License-Identifier: Apache-2.0
// Transmit scheduler: the content of each slot of a link: ordered sets by priority, cells, else
// IDLE.

/// A cell's word passes through; the content of slots without a cell is registered as a whole word,
/// chosen and encoded one cycle ahead. A chosen set and a spare FC set differ only in `tx_ready_o`.
module tx_scheduler
  import tin_pkg::*;
(
  /// Clock.
  input  logic             clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic             rst_ni,
  /// The link is up: cells and FC are enabled.
  input  logic             cells_enable_i,
  /// The output queue shows a word.
  input  logic             tx_valid_i,
  /// The word is the first of a cell.
  input  logic             tx_sop_i,
  /// The word.
  input  logic [WordW-1:0] tx_data_i,
  /// An FC set waits.
  input  logic             fc_request_i,
  /// The set precedes cells.
  input  logic             fc_urgent_i,
  /// Body.
  input  logic [BodyW-1:0] fc_body_i,
  /// Forward a TIMESYNC.
  input  logic             timesync_valid_i,
  /// Status.
  input  logic [3:0]       timesync_status_i,
  /// Time, true in this cycle.
  input  logic [47:0]      timesync_time_i,
  /// Send a LAT.
  input  logic             lat_valid_i,
  /// PING or PONG.
  input  logic [3:0]       lat_sub_i,
  /// Residence of a PONG, counted up to this cycle.
  input  logic [47:0]      lat_residence_i,
  /// PHY sets are to be sent.
  input  logic             phy_valid_i,
  /// Their state.
  input  logic [3:0]       phy_state_i,
  /// A MOS waits.
  input  logic             mos_valid_i,
  /// Subtype.
  input  logic [3:0]       mos_sub_i,
  /// Payload.
  input  logic [47:0]      mos_payload_i,
  /// Strap: slots between one MOS and the next, at least; 1..255.
  input  logic [7:0]       mos_gap_i,
  /// A cell may begin in the next cycle.
  output logic             tx_ready_o,
  /// This slot carries a control word.
  output logic             control_o,
  /// The word.
  output logic [WordW-1:0] word_o,
  /// Kind of the slot: 0 IDLE, 1 TIMESYNC, 2 LAT, 3 PHY, 4 FC, 5 MOS, 6 word of a cell.
  output logic [2:0]       kind_o
);

  typedef enum logic [2:0] {
    KindIdle = 3'd0,
    KindTimesync = 3'd1,
    KindLat = 3'd2,
    KindPhy = 3'd3,
    KindFc = 3'd4,
    KindMos = 3'd5,
    KindCell = 3'd6
  } kind_e;

  localparam logic [3:0] LatPong = 4'd1;
  localparam logic [CoveredW-1:0] IdleCovered = CoveredW'(OscIdle);
  localparam logic [WordW-1:0] IdleWord = {crc8_serial(Crc8Init, IdleCovered), IdleCovered};

  // This slot.
  kind_e            set_kind_q, slot_kind;
  logic [WordW-1:0] set_word_q;
  assign slot_kind = tx_valid_i ? KindCell : set_kind_q;
  assign kind_o = slot_kind;
  assign control_o = !tx_valid_i || tx_sop_i;
  assign word_o = tx_valid_i ? tx_data_i : set_word_q;

  // A boundary: the next slot has no word of a cell unless a new cell begins.
  logic [LenW-1:0] cell_len, left_q, left_d;
  logic            boundary;
  assign cell_len = tx_data_i[40:36];
  always_comb begin : p_left
    left_d = '0;
    if (tx_valid_i) begin
      left_d = (tx_sop_i ? cell_len : left_q) - 1'b1;
    end
  end
  assign boundary = left_d == '0;

  // Held sets; times are true in the present cycle.
  logic        timesync_held_q, lat_held_q;
  logic [3:0]  timesync_status_q, lat_sub_q;
  logic [47:0] timesync_time_q, lat_residence_q, timesync_time_d, lat_residence_d;
  assign timesync_time_d = timesync_time_q + 1'b1;
  assign lat_residence_d = (lat_sub_q == LatPong) ? lat_residence_q + 1'b1 : '0;

  // Requests that precede cells, and the first of them.
  logic [7:0] mos_wait_q;
  logic       fc_allowed;
  kind_e      first_kind;
  assign fc_allowed = cells_enable_i && fc_request_i && slot_kind != KindFc;

  always_comb begin : p_first
    first_kind = KindIdle;
    if (timesync_held_q) begin
      first_kind = KindTimesync;
    end else if (lat_held_q) begin
      first_kind = KindLat;
    end else if (phy_valid_i && slot_kind != KindPhy) begin
      first_kind = KindPhy;
    end else if (fc_allowed && fc_urgent_i) begin
      first_kind = KindFc;
    end else if (mos_valid_i && slot_kind != KindMos && mos_wait_q == '0) begin
      first_kind = KindMos;
    end
  end

  assign tx_ready_o = cells_enable_i && first_kind == KindIdle;

  // The set for the next slot. If no set precedes cells, an FC set is kept as a spare.
  kind_e               next_kind;
  logic [CoveredW-1:0] next_set;

  always_comb begin : p_choose
    next_kind = KindIdle;
    if (boundary) begin
      next_kind = (first_kind == KindIdle && fc_allowed) ? KindFc : first_kind;
    end
    unique case (next_kind)
      KindTimesync: next_set = {timesync_time_d, timesync_status_q, OscTimesync};
      KindLat:      next_set = {lat_residence_d, lat_sub_q, OscLat};
      KindPhy:      next_set = {48'd0, phy_state_i, OscPhy};
      KindFc:       next_set = {fc_body_i, OscFc};
      KindMos:      next_set = {mos_payload_i, mos_sub_i, OscMos};
      default:      next_set = IdleCovered;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_slot
    if (!rst_ni) begin
      set_kind_q <= KindIdle;
      set_word_q <= IdleWord;
      left_q <= '0;
    end else begin
      set_kind_q <= next_kind;
      set_word_q <= {crc8(next_set), next_set};
      left_q <= left_d;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_held
    if (!rst_ni) begin
      timesync_held_q <= 1'b0;
      timesync_status_q <= '0;
      timesync_time_q <= '0;
      lat_held_q <= 1'b0;
      lat_sub_q <= '0;
      lat_residence_q <= '0;
    end else begin
      timesync_time_q <= timesync_time_d;
      lat_residence_q <= lat_residence_d;
      if (next_kind == KindTimesync) begin
        timesync_held_q <= 1'b0;
      end
      if (next_kind == KindLat) begin
        lat_held_q <= 1'b0;
      end
      if (timesync_valid_i) begin
        timesync_held_q <= 1'b1;
        timesync_status_q <= timesync_status_i;
        timesync_time_q <= timesync_time_i + 1'b1;
      end
      if (lat_valid_i) begin
        lat_held_q <= 1'b1;
        lat_sub_q <= lat_sub_i;
        lat_residence_q <= lat_residence_i + 1'b1;
      end
    end
  end

  // Slots after this one in which a MOS may still not be chosen.
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_mos_gap
    if (!rst_ni) begin
      mos_wait_q <= '0;
    end else if (slot_kind == KindMos) begin
      mos_wait_q <= mos_gap_i - 1'b1;
    end else if (mos_wait_q != '0) begin
      mos_wait_q <= mos_wait_q - 1'b1;
    end
  end

  // Ready of the cycle before; only the assertions use it.
  logic ready_q;

  always_ff @(posedge clk_i) begin : p_assert
    if (!rst_ni) begin
      ready_q <= 1'b0;
    end else begin
      ready_q <= tx_ready_o;
      if (tx_valid_i && tx_sop_i) begin
        CellOnlyWhenReady: assert (ready_q)
          else $error("a cell begins though the slot was not free for it");
        LenIsLegal: assert (cell_len >= MinLen && cell_len <= MaxLen)
          else $error("a cell must have 2 to 20 words");
      end
      CellIsContiguous: assert ((left_q != '0) ?
          (tx_valid_i && !tx_sop_i) : (!tx_valid_i || tx_sop_i))
        else $error("words of a cell must follow each other; no word without a cell");
    end
  end

endmodule
