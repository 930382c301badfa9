// SPDX-License-Identifier: Apache-2.0
// Properties of crossbar: one source per output, every word at its output, busy while it lasts.

module crossbar_properties
  import tin_pkg::*;
`include "ports.svh"
);

  localparam int unsigned IdxW = $clog2(NumPorts);
  typedef logic [IdxW-1:0] idx_t;

  // Of each input: cycles before the next start may come, and the output of the latest start, now
  // and when its words of this cycle and of the cycle before were on their way.
  logic [NumPorts-1:0][LenW-1:0]  left_q;
  logic [NumPorts-1:0][PortW-1:0] port_q, port_q2, word_port_q;
  // Words of the cycle before.
  logic [NumPorts-1:0]            word_q, word_sop_q;
  logic [NumPorts-1:0][WordW-1:0] word_data_q;

  always_ff @(posedge clk_i) begin : p_follow
    if (!rst_ni) begin
      left_q <= '0;
      port_q <= '0;
      port_q2 <= '0;
      word_q <= '0;
    end else begin
      for (int unsigned i = 0; i < NumPorts; i++) begin
        if (start_valid_i[i]) begin
          left_q[i] <= start_len_i[i] - 1'b1;
          port_q[i] <= start_port_i[i];
        end else if (left_q[i] != '0) begin
          left_q[i] <= left_q[i] - 1'b1;
        end
      end
      port_q2 <= port_q;
      word_q <= in_valid_i;
    end
    word_port_q <= port_q2;
    word_sop_q <= in_sop_i;
    word_data_q <= in_data_i;
  end

  logic arrived, busy_right;
  always_comb begin : p_check
    arrived = 1'b1;
    busy_right = 1'b1;
    for (int unsigned i = 0; i < NumPorts; i++) begin
      if (word_q[i]) begin
        arrived &= out_valid_o[idx_t'(word_port_q[i])] &&
            out_sop_o[idx_t'(word_port_q[i])] == word_sop_q[i] &&
            out_data_o[idx_t'(word_port_q[i])] == word_data_q[i];
      end
      // Cycles x+1 to x+n-2 of a cell of n words that started in x.
      busy_right &= in_busy_o[i] == (left_q[i] >= 5'd2);
      busy_right &= left_q[i] < 5'd2 || out_busy_o[idx_t'(port_q[i])];
    end
  end

  always_ff @(posedge clk_i) begin : p_properties
    if (rst_ni) begin
      EveryWordArrives: assert (arrived);
      OneSourcePerOutput: assert ($countones(out_valid_o) == $countones(word_q));
      BusyWhileItLasts: assert (busy_right);
    end
  end

endmodule

bind crossbar crossbar_properties #(.NumPorts(NumPorts)) u_properties (.*);
