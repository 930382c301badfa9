// SPDX-License-Identifier: Apache-2.0
// The reset of a proof: in the first cycle, and never again.

/// Bound to every block that is proved. A reset later on leads to the states of the first one.
module one_reset (
  /// Clock.
  input logic clk_i,
  /// Reset, active low.
  input logic rst_ni
);

  logic started_q = 1'b0;

  always_ff @(posedge clk_i) begin : p_one_reset
    started_q <= 1'b1;
    OneReset: assume (rst_ni == started_q);
  end

endmodule
