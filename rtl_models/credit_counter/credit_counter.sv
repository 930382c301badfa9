// SPDX-License-Identifier: Apache-2.0
// Credit counter: a sender's credit for one output port, absolute word counts modulo 4096, per VC.

/// A VC's number of available words is a register of its own, refreshed when an update or a take
/// touches the VC, so that nothing is computed for idle VCs.
module credit_counter
  import tin_pkg::*;
#(
  /// Number of virtual channels, 1..32.
  parameter int unsigned NumVcs = 4
) (
  /// Clock.
  input  logic                          clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic                          rst_ni,
  /// Strap: limit of each VC after reset.
  input  logic [NumVcs-1:0][CountW-1:0] init_limit_i,
  /// A flow-control update arrives.
  input  logic                          fc_valid_i,
  /// The VC it is for.
  input  logic [VcW-1:0]                fc_vc_i,
  /// Limit: words the receiver ever granted, modulo 4096.
  input  logic [CountW-1:0]             fc_limit_i,
  /// A cell is sent.
  input  logic                          take_valid_i,
  /// The VC it is sent on.
  input  logic [VcW-1:0]                take_vc_i,
  /// Length in words.
  input  logic [LenW-1:0]               take_words_i,
  /// Words that may be sent.
  output logic [NumVcs-1:0][CountW-1:0] avail_o
);

  localparam int unsigned IdxW = (NumVcs > 1) ? $clog2(NumVcs) : 1;

  logic [NumVcs-1:0][CountW-1:0] limit_q, sent_q, avail_q;

  logic [IdxW-1:0] fc_vc, take_vc;
  assign fc_vc = IdxW'(fc_vc_i);
  assign take_vc = IdxW'(take_vc_i);

  logic both_on_one_vc, fc_newer, fc_accept;
  logic [CountW-1:0] fc_advance, take_sent_d, fc_sent_d, take_limit_d, fc_gap, take_gap;
  assign both_on_one_vc = fc_vc == take_vc;

  // Nothing is computed without an update or a take.
  always_comb begin : p_next
    fc_advance = '0;
    fc_newer = 1'b0;
    fc_sent_d = '0;
    fc_gap = '0;
    take_sent_d = '0;
    take_limit_d = '0;
    take_gap = '0;
    if (fc_valid_i) begin
      fc_advance = fc_limit_i - limit_q[fc_vc];
      fc_newer = !fc_advance[CountW-1];
    end
    fc_accept = fc_valid_i && fc_newer;
    // A gap in the upper half of the number circle is negative: nothing may be sent.
    if (take_valid_i) begin
      take_sent_d = sent_q[take_vc] + CountW'(take_words_i);
      take_limit_d = (fc_accept && both_on_one_vc) ? fc_limit_i : limit_q[take_vc];
      take_gap = take_limit_d - take_sent_d;
    end
    if (fc_valid_i) begin
      fc_sent_d = (take_valid_i && both_on_one_vc) ? take_sent_d : sent_q[fc_vc];
      fc_gap = fc_limit_i - fc_sent_d;
    end
  end

  // Limits are loaded from the strap: with the clock, since no common flip-flop loads a pin
  // asynchronously.
  always_ff @(posedge clk_i) begin : p_counts
    if (!rst_ni) begin
      limit_q <= init_limit_i;
      sent_q <= '0;
      for (int unsigned v = 0; v < NumVcs; v++) begin
        avail_q[v] <= init_limit_i[v][CountW-1] ? '0 : init_limit_i[v];
      end
    end else begin
      if (fc_accept) begin
        limit_q[fc_vc] <= fc_limit_i;
        avail_q[fc_vc] <= fc_gap[CountW-1] ? '0 : fc_gap;
      end
      if (take_valid_i) begin
        sent_q[take_vc] <= take_sent_d;
        avail_q[take_vc] <= take_gap[CountW-1] ? '0 : take_gap;
      end
    end
  end

  assign avail_o = avail_q;

  initial begin
    NumVcsInRange: assert (NumVcs >= 1 && NumVcs <= 32)
      else $error("NumVcs must be 1..32");
  end

  always_ff @(posedge clk_i) begin : p_assert
    if (rst_ni) begin
      if (take_valid_i) begin
        TakeWithinCredit: assert (CountW'(take_words_i) <= avail_q[take_vc])
          else $error("a cell was sent without credit for all its words");
        TakeVcInRange: assert (32'(take_vc_i) < NumVcs)
          else $error("a cell was sent on a VC that does not exist");
      end
      if (fc_valid_i) begin
        FcVcInRange: assert (32'(fc_vc_i) < NumVcs)
          else $error("a limit arrived for a VC that does not exist");
      end
      if (fc_accept) begin
        LimitWithinHalfRange: assert (!fc_gap[CountW-1])
          else $error("an accepted limit is half the number range or more ahead of the words sent");
      end
    end
  end

endmodule
