// SPDX-License-Identifier: Apache-2.0
// Properties of wavefront_arbiter: what a match is, and how the diagonal with priority and the VC
// pointers decide; both are counted here, from the pins.

module wavefront_arbiter_properties
  import tin_pkg::*;
`include "ports.svh"
);

  localparam int unsigned OutW = $clog2(NumPorts);
  localparam int unsigned IdxW = (NumVcs > 1) ? $clog2(NumVcs) : 1;
  typedef logic [OutW-1:0] out_t;
  typedef logic [IdxW-1:0] vc_t;

  // Inputs of the cycle before, which the visible match was made from, the match before it, and the
  // diagonal that had priority.
  logic [NumVcs-1:0]                          strict_q;
  logic [NumPorts-1:0][NumVcs-1:0]            req_valid_q;
  logic [NumPorts-1:0][NumVcs-1:0][PortW-1:0] req_port_q;
  logic [NumPorts-1:0]                        in_used_q, out_used_q, matched_out;
  out_t                                       diagonal_q, priority_q;
  always_ff @(posedge clk_i) begin : p_before
    strict_q <= strict_i;
    req_valid_q <= rst_ni ? req_valid_i : '0;
    req_port_q <= req_port_i;
    in_used_q <= in_busy_i | match_valid_o;
    out_used_q <= out_busy_i | matched_out;
    diagonal_q <= (!rst_ni || 32'(diagonal_q) == NumPorts - 1) ? '0 : diagonal_q + 1'b1;
    priority_q <= diagonal_q;
  end

  // Requests between free ports, of all VCs and of strict ones.
  logic [NumPorts-1:0][NumPorts-1:0] wants, wants_strict;
  always_comb begin : p_wants
    wants = '0;
    wants_strict = '0;
    for (int unsigned i = 0; i < NumPorts; i++) begin
      for (int unsigned o = 0; o < NumPorts; o++) begin
        for (int unsigned v = 0; v < NumVcs; v++) begin
          if (!in_used_q[i] && !out_used_q[o] && req_valid_q[i][v] &&
              32'(req_port_q[i][v]) == o) begin
            wants[i][o] = 1'b1;
            wants_strict[i][o] |= strict_q[v];
          end
        end
      end
    end
  end

  // Ports of the match, those matched from strict VCs, and the faults that it may have.
  logic [NumPorts-1:0] strict_in, strict_out;
  logic twice, in_range, requested, used, strict_vc_first;
  always_comb begin : p_match
    matched_out = '0;
    strict_in = '0;
    strict_out = '0;
    twice = 1'b0;
    in_range = 1'b1;
    requested = 1'b1;
    used = 1'b0;
    strict_vc_first = 1'b1;
    for (int unsigned i = 0; i < NumPorts; i++) begin
      if (match_valid_o[i]) begin
        twice |= matched_out[out_t'(match_port_o[i])];
        matched_out[out_t'(match_port_o[i])] = 1'b1;
        strict_in[i] = strict_q[vc_t'(match_vc_o[i])];
        strict_out[out_t'(match_port_o[i])] |= strict_in[i];
        in_range &= 32'(match_port_o[i]) < NumPorts && 32'(match_vc_o[i]) < NumVcs;
        requested &= req_valid_q[i][vc_t'(match_vc_o[i])] &&
            req_port_q[i][vc_t'(match_vc_o[i])] == match_port_o[i];
        used |= in_used_q[i] || out_used_q[out_t'(match_port_o[i])];
        for (int unsigned v = 0; v < NumVcs; v++) begin
          strict_vc_first &= strict_in[i] || !strict_q[v] || !req_valid_q[i][v] ||
              req_port_q[i][v] != match_port_o[i];
        end
      end
    end
  end

  // Requests that are left although they could have been matched.
  logic idle_pair, strict_left, priority_strict, priority_other, is_pair;
  always_comb begin : p_left
    idle_pair = 1'b0;
    strict_left = 1'b0;
    priority_strict = 1'b1;
    priority_other = 1'b1;
    is_pair = 1'b0;
    for (int unsigned i = 0; i < NumPorts; i++) begin
      for (int unsigned o = 0; o < NumPorts; o++) begin
        is_pair = match_valid_o[i] && 32'(match_port_o[i]) == o;
        idle_pair |= wants[i][o] && !match_valid_o[i] && !matched_out[o];
        strict_left |= wants_strict[i][o] && !strict_in[i] && !strict_out[o];
        if ((i + o) % NumPorts == 32'(priority_q)) begin
          priority_strict &= is_pair || !wants_strict[i][o];
          priority_other &= is_pair || !wants[i][o] || strict_in[i] || strict_out[o];
        end
      end
    end
  end

  // The VC pointer of each pair, which moves when its match is visible: until then its ports are
  // excluded. The VC of a match is fewer steps from it than any other that could have been chosen.
  logic [NumPorts-1:0][NumPorts-1:0][IdxW-1:0] vc_ptr_q;
  logic vc_in_turn;
  int unsigned vc_ptr;
  always_comb begin : p_vc
    vc_in_turn = 1'b1;
    vc_ptr = 0;
    for (int unsigned i = 0; i < NumPorts; i++) begin
      vc_ptr = 32'(vc_ptr_q[i][out_t'(match_port_o[i])]);
      for (int unsigned v = 0; v < NumVcs; v++) begin
        if (match_valid_o[i] && req_valid_q[i][v] && req_port_q[i][v] == match_port_o[i] &&
            strict_q[v] == strict_in[i]) begin
          vc_in_turn &= (32'(match_vc_o[i]) + NumVcs - vc_ptr) % NumVcs <=
              (v + NumVcs - vc_ptr) % NumVcs;
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin : p_vc_ptr
    for (int unsigned i = 0; i < NumPorts; i++) begin
      if (!rst_ni) begin
        vc_ptr_q[i] <= '0;
      end else if (match_valid_o[i]) begin
        vc_ptr_q[i][out_t'(match_port_o[i])] <= vc_t'((32'(match_vc_o[i]) + 1) % NumVcs);
      end
    end
  end

  always_ff @(posedge clk_i) begin : p_properties
    if (rst_ni) begin
      OneToOne: assert (!twice);
      InRange: assert (in_range);
      OnlyRequested: assert (requested);
      BusyIsExcluded: assert (!used);
      StrictVcFirst: assert (strict_vc_first);
      StrictFirst: assert (!strict_left);
      Maximal: assert (!idle_pair);
      PriorityStrict: assert (priority_strict);
      PriorityOther: assert (priority_other);
      VcInTurn: assert (vc_in_turn);
    end
  end

endmodule

bind wavefront_arbiter wavefront_arbiter_properties #(.NumPorts(NumPorts), .NumVcs(NumVcs))
  u_properties (.*);
