// SPDX-License-Identifier: Apache-2.0
// Properties of vc_fifo: no overflow, no underflow, order of cells, exact credit.

/// One VC, any, is followed, and one of its cells, any, with the number of cells before it.
module vc_fifo_properties
  import tin_pkg::*;
`include "ports.svh"
);

  localparam int unsigned IdxW = (NumVcs > 1) ? $clog2(NumVcs) : 1;
  localparam int unsigned CellsW = $clog2(MaxWords);
  typedef logic [CellsW-1:0] cells_t;

  // Free inputs: the VC, kept from the reset on, and whether the cell of this cycle is followed.
  logic [IdxW-1:0] watched, watched_q;
  logic            choose;

  logic             push, pop, followed_q;
  cells_t           cells_q, before_q;
  logic [LenW-1:0]  len_q, left_q;
  logic [MetaW-1:0] meta_q;
  logic             popped_q, popped_q2;
  logic [LenW-1:0]  popped_len_q, popped_len_q2;
  logic [VcW-1:0]   popped_vc_q, popped_vc_q2;
  assign push = push_valid_i && push_sop_i && push_vc_i == VcW'(watched_q);
  assign pop = pop_valid_i && pop_vc_i == VcW'(watched_q);

  always_ff @(posedge clk_i) begin : p_follow
    if (!rst_ni) begin
      watched_q <= watched;
      cells_q <= '0;
      followed_q <= 1'b0;
      popped_q <= 1'b0;
      popped_q2 <= 1'b0;
      left_q <= '0;
    end else begin
      cells_q <= cells_q + cells_t'(push) - cells_t'(pop);
      if (push && choose && !followed_q) begin
        followed_q <= 1'b1;
        before_q <= cells_q - cells_t'(pop);
        len_q <= push_len_i;
        meta_q <= push_meta_i;
      end else if (followed_q && pop) begin
        followed_q <= before_q != '0;
        before_q <= before_q - 1'b1;
      end
      popped_q <= pop_valid_i;
      popped_q2 <= popped_q;
      popped_vc_q <= pop_vc_i;
      popped_vc_q2 <= popped_vc_q;
      popped_len_q <= head_len_o[IdxW'(pop_vc_i)];
      popped_len_q2 <= popped_len_q;
      // Words that are still to leave, this cycle's included.
      if (popped_q) begin
        left_q <= popped_len_q;
      end else if (left_q != '0) begin
        left_q <= left_q - 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) begin : p_properties
    if (!rst_ni) begin
      WatchedExists: assume (32'(watched) < NumVcs);
    end else begin
      CreditFollowsPop: assert (credit_valid_o == popped_q2 && (!popped_q2 ||
          (credit_vc_o == popped_vc_q2 && credit_words_o == popped_len_q2)));
      CellLeavesWhole: assert (pop_valid_o == (left_q != '0) && pop_sop_o == popped_q2);
      HeadIffCells: assert (head_valid_o[watched_q] == (cells_q != '0));
      HeadInOrder: assert (!followed_q || before_q != '0 ||
          (head_len_o[watched_q] == len_q && head_meta_o[watched_q] == meta_q));
    end
  end

endmodule

bind vc_fifo vc_fifo_properties #(.NumVcs(NumVcs), .MaxWords(MaxWords)) u_properties (.*);
