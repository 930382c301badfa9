// SPDX-License-Identifier: Apache-2.0
// Receiving side of the cell switch: header checks, the time of the lookup, new headers.

/// Cycles t to t+3 of README.md, "Pipeline", of all ports: drops bad cells and words outside cells,
/// looks up the route, and three cycles later forwards the words to be buffered.
module cell_switch_rx
  import tin_pkg::*;
  import cell_header_pkg::*;
#(
  /// Number of ports.
  parameter int unsigned NumPorts = 4,
  /// Number of virtual channels.
  parameter int unsigned NumVcs = 4
) (
  /// Clock.
  input  logic                             clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic                             rst_ni,
  /// A word from the link.
  input  logic [NumPorts-1:0]              rx_valid_i,
  /// The word is the first of a cell.
  input  logic [NumPorts-1:0]              rx_sop_i,
  /// The word.
  input  logic [NumPorts-1:0][WordW-1:0]   rx_data_i,
  /// Answer of the lookup, two cycles after its question: output port.
  input  logic [NumPorts-1:0][PortW-1:0]   route_port_i,
  /// Answer of the lookup: VC on the output link.
  input  logic [NumPorts-1:0][VcW-1:0]     route_vc_i,
  /// A good header, to be looked up.
  output logic [NumPorts-1:0]              lookup_valid_o,
  /// The header.
  output logic [NumPorts-1:0][WordW-1:0]   lookup_word_o,
  /// A bad header was discarded.
  output logic [NumPorts-1:0]              rx_error_o,
  /// A word for the input buffer.
  output logic [NumPorts-1:0]              push_valid_o,
  /// The word is the first of a cell.
  output logic [NumPorts-1:0]              push_sop_o,
  /// VC of arrival.
  output logic [NumPorts-1:0][VcW-1:0]     push_vc_o,
  /// Words of the cell, with its first.
  output logic [NumPorts-1:0][LenW-1:0]    push_len_o,
  /// The word; headers with the VC of departure and one hop less.
  output logic [NumPorts-1:0][WordW-1:0]   push_data_o
);

  // ---- Receive (cycle t). A word that begins no cell is not decoded.

  logic [NumPorts-1:0] rx_start, rx_bad, rx_take;
  // A good cell is being received.
  logic [NumPorts-1:0] rx_in_cell;

  // verilator lint_off UNUSEDSIGNAL
  cell_header_t        received;  // its addresses are looked up outside
  // verilator lint_on UNUSEDSIGNAL

  always_comb begin : p_header
    rx_start = '0;
    rx_bad = '0;
    received = '0;
    if ((rx_valid_i & rx_sop_i) != '0) begin
      for (int unsigned p = 0; p < NumPorts; p++) begin
        if (rx_valid_i[p] && rx_sop_i[p]) begin
          received = rx_data_i[p];
          rx_start[p] = is_header(received) && received.hop != '0 && 32'(received.vc) < NumVcs;
          rx_bad[p] = !rx_start[p];
        end
      end
    end
  end

  assign rx_take = rx_start | (rx_valid_i & ~rx_sop_i & rx_in_cell);

  for (genvar p = 0; p < NumPorts; p++) begin : gen_left
    // Missing words of the good cell being received.
    logic [LenW-1:0] rx_left_q;
    assign rx_in_cell[p] = rx_left_q != '0;

    always_ff @(posedge clk_i or negedge rst_ni) begin : p_rx_left
      if (!rst_ni) begin
        rx_left_q <= '0;
      end else if (rx_start[p]) begin
        rx_left_q <= rx_data_i[p][40:36] - 1'b1;
      end else if (rx_bad[p]) begin
        rx_left_q <= '0;
      end else if (rx_take[p]) begin
        rx_left_q <= rx_left_q - 1'b1;
      end
    end
  end

  // Words on their way from link to input buffer: received, and two cycles of lookup.
  logic [NumPorts-1:0]            take_q, take_q2, take_q3, start_q, start_q2, start_q3;
  logic [NumPorts-1:0][WordW-1:0] data_q, data_q2, data_q3;

  logic [NumPorts-1:0][WordW-1:0] lookup_word_d;
  always_comb begin : p_lookup
    lookup_word_d = '0;
    if (rx_start != '0) begin
      for (int unsigned p = 0; p < NumPorts; p++) begin
        if (rx_start[p]) begin
          lookup_word_d[p] = rx_data_i[p];
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_rx_pipe
    if (!rst_ni) begin
      take_q <= '0;
      take_q2 <= '0;
      take_q3 <= '0;
      start_q <= '0;
      start_q2 <= '0;
      start_q3 <= '0;
      data_q <= '0;
      data_q2 <= '0;
      data_q3 <= '0;
      rx_error_o <= '0;
      lookup_word_o <= '0;
    end else begin
      take_q <= rx_take;
      start_q <= rx_start;
      data_q <= rx_data_i;
      take_q2 <= take_q;
      start_q2 <= start_q;
      data_q2 <= data_q;
      take_q3 <= take_q2;
      start_q3 <= start_q2;
      data_q3 <= data_q2;
      rx_error_o <= rx_bad;
      lookup_word_o <= lookup_word_d;
    end
  end

  assign lookup_valid_o = start_q;
  assign push_valid_o = take_q3;
  assign push_sop_o = start_q3;

  // ---- New headers (cycle t+3). Only the VC and the hop count change on the way through the chip.

  cell_header_t arrived;
  logic         route_beyond;

  always_comb begin : p_new_header
    push_data_o = data_q3;
    arrived = '0;
    route_beyond = 1'b0;
    if (start_q3 != '0) begin
      for (int unsigned p = 0; p < NumPorts; p++) begin
        if (start_q3[p]) begin
          arrived = data_q3[p];
          arrived.vc = route_vc_i[p];
          arrived.hop = arrived.hop - 1'b1;
          push_data_o[p] = encoded(arrived);
          route_beyond |= 32'(route_port_i[p]) >= NumPorts || 32'(route_vc_i[p]) >= NumVcs;
        end
      end
    end
  end

  for (genvar p = 0; p < NumPorts; p++) begin : gen_vc
    // verilator lint_off UNUSEDSIGNAL
    cell_header_t   header;  // of the word, if it is the first of its cell
    // verilator lint_on UNUSEDSIGNAL
    logic [VcW-1:0] push_vc_q;
    assign header = data_q3[p];
    assign push_vc_o[p] = start_q3[p] ? header.vc : push_vc_q;
    assign push_len_o[p] = header.len;

    always_ff @(posedge clk_i or negedge rst_ni) begin : p_push_vc
      if (!rst_ni) begin
        push_vc_q <= '0;
      end else begin
        push_vc_q <= push_vc_o[p];
      end
    end
  end

  always_ff @(posedge clk_i) begin : p_assert
    if (rst_ni) begin
      RouteInRange: assert (!route_beyond)
        else $error("a lookup answered with a port or a VC that does not exist");
      CellIsContiguous: assert ((rx_in_cell & (~rx_valid_i | rx_sop_i)) == '0)
        else $error("words of a received cell must follow each other");
    end
  end

endmodule
