// SPDX-License-Identifier: Apache-2.0
// Crossbar: moves one 8-byte word per port and cycle, cells of 2 to 20 words, cut-through.

/// A start leads its first word by two cycles, so the connection is a start delayed twice.
module crossbar
  import tin_pkg::*;
#(
  /// Number of ports, 2..64.
  parameter int unsigned NumPorts = 4
) (
  /// Clock.
  input  logic                           clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic                           rst_ni,
  /// Input begins a transfer.
  input  logic [NumPorts-1:0]            start_valid_i,
  /// Output.
  input  logic [NumPorts-1:0][PortW-1:0] start_port_i,
  /// Length in words.
  input  logic [NumPorts-1:0][LenW-1:0]  start_len_i,
  /// A word at the input.
  input  logic [NumPorts-1:0]            in_valid_i,
  /// The word is the first of a cell.
  input  logic [NumPorts-1:0]            in_sop_i,
  /// The word.
  input  logic [NumPorts-1:0][WordW-1:0] in_data_i,
  /// A word at the output.
  output logic [NumPorts-1:0]            out_valid_o,
  /// The word is the first of a cell.
  output logic [NumPorts-1:0]            out_sop_o,
  /// The word.
  output logic [NumPorts-1:0][WordW-1:0] out_data_o,
  /// Input is transferring and cannot be matched this cycle.
  output logic [NumPorts-1:0]            in_busy_o,
  /// Output is transferring and cannot be matched this cycle.
  output logic [NumPorts-1:0]            out_busy_o
);

  localparam int unsigned IdxW = $clog2(NumPorts);
  typedef logic [IdxW-1:0] idx_t;

  // A start of length n in cycle x: cycles before the next one may start, n-k in cycle x+k.
  logic [NumPorts-1:0][LenW-1:0]  wait_q;
  // Output of the latest start, kept until the next.
  logic [NumPorts-1:0][PortW-1:0] port_q;
  logic [NumPorts-1:0]            in_waiting, in_busy, out_waiting, out_busy;

  always_comb begin : p_busy
    in_waiting = '0;
    in_busy = '0;
    out_waiting = '0;
    out_busy = '0;
    for (int unsigned i = 0; i < NumPorts; i++) begin
      if (wait_q[i] != '0) begin
        in_waiting[i] = 1'b1;
        out_waiting[idx_t'(port_q[i])] = 1'b1;
        // The match leads the start by one cycle, so a port is offered one cycle early.
        if (wait_q[i] > 5'd1) begin
          in_busy[i] = 1'b1;
          out_busy[idx_t'(port_q[i])] = 1'b1;
        end
      end
    end
  end

  assign in_busy_o = in_busy;
  assign out_busy_o = out_busy;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_start
    if (!rst_ni) begin
      wait_q <= '0;
      port_q <= '0;
    end else begin
      for (int unsigned i = 0; i < NumPorts; i++) begin
        if (start_valid_i[i]) begin
          wait_q[i] <= start_len_i[i] - 1'b1;
          port_q[i] <= start_port_i[i];
        end else if (in_waiting[i]) begin
          wait_q[i] <= wait_q[i] - 1'b1;
        end
      end
    end
  end

  // The connection: from two cycles after the start on, for as many cycles as the cell has words.
  logic [NumPorts-1:0]            active_q, active_q2, first_q, first_q2;
  logic [NumPorts-1:0][PortW-1:0] port_q2;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_connection
    if (!rst_ni) begin
      active_q <= '0;
      active_q2 <= '0;
      first_q <= '0;
      first_q2 <= '0;
      port_q2 <= '0;
    end else begin
      active_q <= start_valid_i | in_waiting;
      active_q2 <= active_q;
      first_q <= start_valid_i;
      first_q2 <= first_q;
      port_q2 <= port_q;
    end
  end

  // Each output has at most one input, so writing by input and selecting by output are the same.
  logic [NumPorts-1:0]            out_valid_d, out_sop_d;
  logic [NumPorts-1:0][WordW-1:0] out_data_d;

  always_comb begin : p_switch
    out_valid_d = '0;
    out_sop_d = '0;
    out_data_d = '0;
    for (int unsigned i = 0; i < NumPorts; i++) begin
      if (active_q2[i] && in_valid_i[i]) begin
        out_valid_d[idx_t'(port_q2[i])] = 1'b1;
        out_sop_d[idx_t'(port_q2[i])] = in_sop_i[i];
        out_data_d[idx_t'(port_q2[i])] = in_data_i[i];
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_out
    if (!rst_ni) begin
      out_valid_o <= '0;
      out_sop_o <= '0;
      out_data_o <= '0;
    end else begin
      out_valid_o <= out_valid_d;
      out_sop_o <= out_sop_d;
      out_data_o <= out_data_d;
    end
  end

  initial begin
    NumPortsInRange: assert (NumPorts >= 2 && NumPorts <= 64)
      else $error("NumPorts must be 2..64");
  end

  logic [NumPorts-1:0] start_out, start_len_bad;
  logic                start_out_twice, start_out_beyond;
  always_comb begin : p_starts
    start_out = '0;
    start_out_twice = 1'b0;
    start_out_beyond = 1'b0;
    start_len_bad = '0;
    for (int unsigned i = 0; i < NumPorts; i++) begin
      if (start_valid_i[i]) begin
        start_out_twice |= start_out[idx_t'(start_port_i[i])];
        start_out_beyond |= 32'(start_port_i[i]) >= NumPorts;
        start_out[idx_t'(start_port_i[i])] = 1'b1;
        start_len_bad[i] = start_len_i[i] < MinLen || start_len_i[i] > MaxLen;
      end
    end
  end

  always_ff @(posedge clk_i) begin : p_assert
    if (rst_ni) begin
      NoDoubleStart: assert (!start_out_twice && (start_valid_i & in_waiting) == '0 &&
                             (start_out & out_waiting) == '0)
        else $error("a transfer was started on a port that is still busy");
      WordsFollowStart: assert (in_valid_i == active_q2 && in_sop_i == first_q2)
        else $error("words must arrive exactly two cycles after their start, first word first");
      LenIsLegal: assert (start_len_bad == '0)
        else $error("a cell must have 2 to 20 words");
      StartPortInRange: assert (!start_out_beyond)
        else $error("a transfer was started to an output that does not exist");
    end
  end

endmodule
