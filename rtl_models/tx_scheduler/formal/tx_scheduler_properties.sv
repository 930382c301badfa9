// SPDX-License-Identifier: Apache-2.0
// Properties of tx_scheduler: cells pass whole, ordered sets are well formed and in their place.

module tx_scheduler_properties
  import tin_pkg::*;
`include "ports.svh"
);

  localparam logic [2:0] Timesync = 3'd1;
  localparam logic [2:0] Fc = 3'd4;
  localparam logic [2:0] Mos = 3'd5;
  localparam logic [2:0] OfCell = 3'd6;

  // Slots since the last MOS, up to 255; the strap is that of the reset.
  logic       mos_sent_q;
  logic [7:0] since_mos_q, gap_q;
  // A TIMESYNC that waits, and the slots since then.
  logic        timesync_q;
  logic [5:0]  slots_q;
  // The TIMESYNC given last before this cycle, and whether it was given in the cycle before: then it
  // is not in this slot, whose set was chosen in that cycle among those given earlier. The one given
  // last before the choice. Times are those of this cycle.
  logic        just_given_q;
  logic [3:0]  given_status_q, chosen_status_q;
  logic [47:0] given_time_q, chosen_time_q;
  logic        fc_shown_q, fc_enable_q;
  logic [2:0]  kind_q;

  always_ff @(posedge clk_i) begin : p_follow
    if (!rst_ni) begin
      mos_sent_q <= 1'b0;
      since_mos_q <= '0;
      gap_q <= mos_gap_i;
      timesync_q <= 1'b0;
      slots_q <= '0;
      just_given_q <= 1'b0;
      given_status_q <= '0;
      given_time_q <= '0;
      chosen_status_q <= '0;
      chosen_time_q <= '0;
      fc_shown_q <= 1'b0;
      fc_enable_q <= 1'b0;
      kind_q <= '0;
    end else begin
      kind_q <= kind_o;
      fc_shown_q <= fc_request_i;
      fc_enable_q <= cells_enable_i;
      if (kind_o == Mos) begin
        mos_sent_q <= 1'b1;
        since_mos_q <= 8'd1;
      end else if (since_mos_q != '1) begin
        since_mos_q <= since_mos_q + 1'b1;
      end
      just_given_q <= timesync_valid_i;
      given_status_q <= timesync_valid_i ? timesync_status_i : given_status_q;
      given_time_q <= (timesync_valid_i ? timesync_time_i : given_time_q) + 1'b1;
      chosen_status_q <= given_status_q;
      chosen_time_q <= given_time_q + 1'b1;
      if (timesync_valid_i) begin
        timesync_q <= 1'b1;
        slots_q <= '0;
      end else if (kind_o == Timesync && !just_given_q) begin
        timesync_q <= 1'b0;
      end else begin
        slots_q <= slots_q + 6'(timesync_q);
      end
    end
  end

  always_ff @(posedge clk_i) begin : p_properties
    if (rst_ni) begin
      GapStays: assume (mos_gap_i == gap_q && gap_q != '0);
      CellsPass: assert (!tx_valid_i || (kind_o == OfCell && word_o == tx_data_i &&
                                         control_o == tx_sop_i));
      SetHasCrc: assert (tx_valid_i || (control_o &&
          word_o[WordW-1:CoveredW] == crc8(word_o[CoveredW-1:0])));
      MosKeepsItsGap: assert (kind_o != Mos || !mos_sent_q || since_mos_q >= gap_q);
      FcWasRequested: assert (kind_o != Fc || (fc_shown_q && fc_enable_q && kind_q != Fc));
      TimesyncIsExact: assert (kind_o != Timesync || (word_o[55:8] == chosen_time_q &&
                                                      word_o[7:4] == chosen_status_q));
      TimesyncIsPrompt: assert (!timesync_q || slots_q <= 6'd21);
    end
  end

endmodule

bind tx_scheduler tx_scheduler_properties u_properties (.*);
