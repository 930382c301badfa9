// SPDX-License-Identifier: Apache-2.0
// Properties of cts_scheduler: grants stay within window and space, and respect strict classes.

/// One egress port, any, is followed.
module cts_scheduler_properties
  import tin_pkg::*;
`include "ports.svh"
);

  // The port: a free input, kept from the reset on. Bytes granted to it and not done.
  logic [1:0]         watched, watched_q;
  logic [WindowW+2:0] outstanding_q;
  logic [WindowW-1:0] window;
  logic [BytesW-1:0]  bytes;
  logic [7:0]         strict_heads, cells;
  logic [2:0]         granted_class;
  logic               grant, done;
  assign grant = grant_valid_o && grant_queue_o[4:3] == watched_q;
  assign granted_class = grant_queue_o[2:0];
  assign bytes = head_bytes_i[grant_queue_o];
  assign window = window_i[watched_q];
  assign done = done_valid_i && done_port_i == watched_q;
  assign strict_heads = head_valid_i[{watched_q, 3'd0} +: 8] & strict_i;
  assign cells = space_i[watched_q];

  // Grants of other ports since this one could have had its turn.
  logic       could;
  logic [2:0] passed_q;
  logic [7:0] heads;
  assign heads = head_valid_i[{watched_q, 3'd0} +: 8];
  // Sure to be able, whatever its candidate: every head fits.
  always_comb begin : p_could
    could = heads != '0;
    for (int unsigned c = 0; c < 8; c++) begin
      could &= !heads[c] || (32'(head_bytes_i[{watched_q, 3'(c)}]) <= 32'(cells) * 148 &&
          32'(head_bytes_i[{watched_q, 3'(c)}]) + 32'(outstanding_o[watched_q]) <= 32'(window));
    end
  end

  always_ff @(posedge clk_i) begin : p_follow
    if (!rst_ni) begin
      watched_q <= watched;
      outstanding_q <= '0;
      passed_q <= '0;
    end else begin
      outstanding_q <= outstanding_q + (grant ? (WindowW+3)'(bytes) : '0)
                                     - (done ? (WindowW+3)'(done_bytes_i) : '0);
      if (grant || !could) begin
        passed_q <= '0;
      end else if (grant_valid_o) begin
        passed_q <= passed_q + 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) begin : p_properties
    if (rst_ni) begin
      OutstandingIsExact: assert (WindowW'(outstanding_q) == outstanding_o[watched_q]);
      GrantWithinWindow: assert (!grant || outstanding_q == '0 ||
          outstanding_q + (WindowW+3)'(bytes) <= (WindowW+3)'(window));
      GrantHasSpace: assert (!grant || 32'(bytes) <= 32'(cells) * 148);
      GrantHasHead: assert (!grant_valid_o || head_valid_i[grant_queue_o]);
      HoldIsKept: assert (!hold_i || !grant_valid_o);
      StrictFirst: assert (!grant || strict_heads == '0 ||
          (strict_heads >> granted_class) == 8'd1);
      NobodyIsIdle: assert (hold_i || !could || grant_valid_o);
      PassedThreeTimes: assert (passed_q <= 3'd3);
    end
  end

endmodule

bind cts_scheduler cts_scheduler_properties u_properties (.*);
