// SPDX-License-Identifier: Apache-2.0
// Crossbar of the variant switch: up to two words per port and cycle, transfers of a given duration.

/// As crossbar, with the cycles that a transfer takes instead of the words of its cell.
module variant_crossbar
  import tin_pkg::*;
#(
  /// Number of ports, 2..64.
  parameter int unsigned NumPorts = 4
) (
  /// Clock.
  input  logic                                clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic                                rst_ni,
  /// Input begins a transfer.
  input  logic [NumPorts-1:0]                 start_valid_i,
  /// Output.
  input  logic [NumPorts-1:0][PortW-1:0]      start_port_i,
  /// Duration in cycles.
  input  logic [NumPorts-1:0][LenW-1:0]       start_hold_i,
  /// A word at the input.
  input  logic [NumPorts-1:0]                 in_valid_i,
  /// A second one.
  input  logic [NumPorts-1:0]                 in_pair_i,
  /// The first of them is the first of a cell.
  input  logic [NumPorts-1:0]                 in_sop_i,
  /// The words.
  input  logic [NumPorts-1:0][1:0][WordW-1:0] in_data_i,
  /// A word at the output.
  output logic [NumPorts-1:0]                 out_valid_o,
  /// A second one.
  output logic [NumPorts-1:0]                 out_pair_o,
  /// The first of them is the first of a cell.
  output logic [NumPorts-1:0]                 out_sop_o,
  /// The words.
  output logic [NumPorts-1:0][1:0][WordW-1:0] out_data_o,
  /// Input is transferring and cannot be matched this cycle.
  output logic [NumPorts-1:0]                 in_busy_o,
  /// Output is transferring and cannot be matched this cycle.
  output logic [NumPorts-1:0]                 out_busy_o
);

  localparam int unsigned IdxW = $clog2(NumPorts);
  typedef logic [IdxW-1:0] idx_t;

  // Cycles before the next start, and the output of the latest one.
  logic [NumPorts-1:0][LenW-1:0]  wait_q;
  logic [NumPorts-1:0][PortW-1:0] port_q, port_q2;

  always_comb begin : p_busy
    in_busy_o = '0;
    out_busy_o = '0;
    for (int unsigned i = 0; i < NumPorts; i++) begin
      // The match leads the start by one cycle, so a port is offered one cycle early.
      if (wait_q[i] > 5'd1) begin
        in_busy_o[i] = 1'b1;
        out_busy_o[idx_t'(port_q[i])] = 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_start
    if (!rst_ni) begin
      wait_q <= '0;
      port_q <= '0;
      port_q2 <= '0;
    end else begin
      port_q2 <= port_q;
      for (int unsigned i = 0; i < NumPorts; i++) begin
        if (start_valid_i[i]) begin
          wait_q[i] <= start_hold_i[i] - 1'b1;
          port_q[i] <= start_port_i[i];
        end else if (wait_q[i] != '0) begin
          wait_q[i] <= wait_q[i] - 1'b1;
        end
      end
    end
  end

  // A start leads its first words by two cycles.
  logic [NumPorts-1:0]                 out_valid_d, out_pair_d, out_sop_d;
  logic [NumPorts-1:0][1:0][WordW-1:0] out_data_d;

  always_comb begin : p_switch
    out_valid_d = '0;
    out_pair_d = '0;
    out_sop_d = '0;
    out_data_d = '0;
    for (int unsigned i = 0; i < NumPorts; i++) begin
      if (in_valid_i[i]) begin
        out_valid_d[idx_t'(port_q2[i])] = 1'b1;
        out_pair_d[idx_t'(port_q2[i])] = in_pair_i[i];
        out_sop_d[idx_t'(port_q2[i])] = in_sop_i[i];
        out_data_d[idx_t'(port_q2[i])] = in_data_i[i];
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_out
    if (!rst_ni) begin
      out_valid_o <= '0;
      out_pair_o <= '0;
      out_sop_o <= '0;
      out_data_o <= '0;
    end else begin
      out_valid_o <= out_valid_d;
      out_pair_o <= out_pair_d;
      out_sop_o <= out_sop_d;
      out_data_o <= out_data_d;
    end
  end

  logic [NumPorts-1:0] start_out, in_waiting, out_waiting;
  logic                start_out_twice;
  always_comb begin : p_starts
    start_out = '0;
    start_out_twice = 1'b0;
    in_waiting = '0;
    out_waiting = '0;
    for (int unsigned i = 0; i < NumPorts; i++) begin
      if (start_valid_i[i]) begin
        start_out_twice |= start_out[idx_t'(start_port_i[i])];
        start_out[idx_t'(start_port_i[i])] = 1'b1;
      end
      if (wait_q[i] != '0) begin
        in_waiting[i] = 1'b1;
        out_waiting[idx_t'(port_q[i])] = 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) begin : p_assert
    if (rst_ni) begin
      NoDoubleStart: assert (!start_out_twice && (start_valid_i & in_waiting) == '0 &&
                             (start_out & out_waiting) == '0)
        else $error("a transfer was started on a port that is still busy");
    end
  end

endmodule
