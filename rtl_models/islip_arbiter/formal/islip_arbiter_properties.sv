// SPDX-License-Identifier: Apache-2.0
// Properties of islip_arbiter: what a match is, whatever the pointers are.

module islip_arbiter_properties
  import tin_pkg::*;
`include "ports.svh"
);

  localparam int unsigned OutW = $clog2(NumPorts);
  localparam int unsigned IdxW = (NumVcs > 1) ? $clog2(NumVcs) : 1;
  typedef logic [OutW-1:0] out_t;
  typedef logic [IdxW-1:0] vc_t;

  // Inputs of the cycle before, which the visible match was made from, and the match before it.
  logic [2:0]                                 iterations_q;
  logic [NumVcs-1:0]                          strict_q;
  logic [NumPorts-1:0][NumVcs-1:0]            req_valid_q;
  logic [NumPorts-1:0][NumVcs-1:0][PortW-1:0] req_port_q;
  logic [NumPorts-1:0]                        in_used_q, out_used_q, matched_out;
  always_ff @(posedge clk_i) begin : p_before
    iterations_q <= iterations_i;
    strict_q <= strict_i;
    req_valid_q <= rst_ni ? req_valid_i : '0;
    req_port_q <= req_port_i;
    in_used_q <= in_busy_i | match_valid_o;
    out_used_q <= out_busy_i | matched_out;
  end

  logic twice, in_range, requested, used, strict_first, idle_pair;
  always_comb begin : p_match
    matched_out = '0;
    twice = 1'b0;
    in_range = 1'b1;
    requested = 1'b1;
    used = 1'b0;
    strict_first = 1'b1;
    for (int unsigned i = 0; i < NumPorts; i++) begin
      if (match_valid_o[i]) begin
        twice |= matched_out[out_t'(match_port_o[i])];
        matched_out[out_t'(match_port_o[i])] = 1'b1;
        in_range &= 32'(match_port_o[i]) < NumPorts && 32'(match_vc_o[i]) < NumVcs;
        requested &= req_valid_q[i][vc_t'(match_vc_o[i])] &&
            req_port_q[i][vc_t'(match_vc_o[i])] == match_port_o[i];
        used |= in_used_q[i] || out_used_q[out_t'(match_port_o[i])];
        for (int unsigned v = 0; v < NumVcs; v++) begin
          strict_first &= strict_q[vc_t'(match_vc_o[i])] || !strict_q[v] || !req_valid_q[i][v] ||
              req_port_q[i][v] != match_port_o[i];
        end
      end
    end
    // A request that could still be matched: input and output are unused and unmatched.
    idle_pair = 1'b0;
    for (int unsigned i = 0; i < NumPorts; i++) begin
      for (int unsigned v = 0; v < NumVcs; v++) begin
        idle_pair |= req_valid_q[i][v] && !in_used_q[i] && !match_valid_o[i] &&
            !out_used_q[out_t'(req_port_q[i][v])] && !matched_out[out_t'(req_port_q[i][v])];
      end
    end
  end

  always_ff @(posedge clk_i) begin : p_properties
    if (rst_ni) begin
      OneToOne: assert (!twice);
      InRange: assert (in_range);
      OnlyRequested: assert (requested);
      BusyIsExcluded: assert (!used);
      StrictFirst: assert (strict_first);
      Maximal: assert (32'(iterations_q) < NumPorts || !idle_pair);
      OneRoundMatches: assert (!idle_pair || match_valid_o != '0);
    end
  end

endmodule

bind islip_arbiter islip_arbiter_properties #(.NumPorts(NumPorts), .NumVcs(NumVcs))
  u_properties (.*);
