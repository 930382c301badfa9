// SPDX-License-Identifier: Apache-2.0
// Properties of credit_counter: its output is the gap between words granted and words sent.

/// One VC, any, is followed by counts of its own, which are wider than those of the block.
module credit_counter_properties
  import tin_pkg::*;
`include "ports.svh"
  ,
  // Inside the block: limit, and words sent.
  input logic [NumVcs-1:0][CountW-1:0] limit_q,
  input logic [NumVcs-1:0][CountW-1:0] sent_q
);

  localparam int unsigned IdxW = (NumVcs > 1) ? $clog2(NumVcs) : 1;
  typedef logic signed [CountW+1:0] gap_t;

  // The VC: a free input, kept from the reset on.
  logic [VcW-1:0] watched, watched_q;

  // Words granted less words sent, and the limit of the last update that was accepted.
  gap_t              gap_q;
  logic [CountW-1:0] last_limit_q, advance;
  logic              update, take;
  assign advance = fc_limit_i - last_limit_q;
  assign update = fc_valid_i && fc_vc_i == watched_q && !advance[CountW-1];
  assign take = take_valid_i && take_vc_i == watched_q;

  always_ff @(posedge clk_i) begin : p_follow
    if (!rst_ni) begin
      watched_q <= watched;
      last_limit_q <= init_limit_i[IdxW'(watched)];
      gap_q <= gap_t'({1'b0, init_limit_i[IdxW'(watched)]});
    end else begin
      if (update) begin
        last_limit_q <= fc_limit_i;
      end
      gap_q <= gap_q + (update ? gap_t'({1'b0, advance}) : '0)
                     - (take ? gap_t'({1'b0, take_words_i}) : '0);
    end
  end

  always_ff @(posedge clk_i) begin : p_properties
    if (!rst_ni) begin
      WatchedExists: assume (32'(watched) < NumVcs);
      StrapInHalfRange: assume (!init_limit_i[IdxW'(watched)][CountW-1]);
    end else begin
      WatchedStillExists: assume (32'(watched_q) < NumVcs);
      LimitIsAGapAhead: assert (limit_q[IdxW'(watched_q)] == last_limit_q &&
          sent_q[IdxW'(watched_q)] + CountW'(gap_q) == last_limit_q);
      CreditIsTheGap: assert (gap_q >= 0 && gap_q < gap_t'(1 << (CountW - 1)) &&
          gap_t'({1'b0, avail_o[IdxW'(watched_q)]}) == gap_q);
    end
  end

endmodule

bind credit_counter credit_counter_properties #(.NumVcs(NumVcs)) u_properties (.*);
