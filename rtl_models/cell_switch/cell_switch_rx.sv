// SPDX-License-Identifier: Apache-2.0
// Receiving side of the cell switch: header checks, the time of the lookup, new headers.

/// Cycles t to t+3 of README.md, "Pipeline", of all ports: drops bad cells and words outside cells,
/// looks up the route, and three cycles later forwards the words to be buffered.
module cell_switch_rx
  import tin_pkg::*;
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

  // ---- Receive (cycle t).

  logic [NumPorts-1:0]            header_good, rx_start, rx_bad, rx_take;
  // Missing words of the good cell being received.
  logic [NumPorts-1:0][LenW-1:0]  rx_left_q;
  logic [NumPorts-1:0][WordW-1:0] header_word;

  assign rx_start = rx_valid_i & rx_sop_i & header_good;
  assign rx_bad = rx_valid_i & rx_sop_i & ~header_good;

  // Words on their way from link to input buffer: received, and two cycles of lookup.
  logic [NumPorts-1:0]            take_q, take_q2, take_q3, start_q, start_q2, start_q3;
  logic [NumPorts-1:0][WordW-1:0] data_q, data_q2, data_q3;

  always_comb begin : p_rx
    rx_take = rx_start;
    for (int unsigned p = 0; p < NumPorts; p++) begin
      if (rx_valid_i[p] && !rx_sop_i[p] && rx_left_q[p] != '0) begin
        rx_take[p] = 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_rx_left
    if (!rst_ni) begin
      rx_left_q <= '0;
    end else begin
      for (int unsigned p = 0; p < NumPorts; p++) begin
        if (rx_start[p]) begin
          rx_left_q[p] <= rx_data_i[p][40:36] - 1'b1;
        end else if (rx_bad[p]) begin
          rx_left_q[p] <= '0;
        end else if (rx_take[p]) begin
          rx_left_q[p] <= rx_left_q[p] - 1'b1;
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
      for (int unsigned p = 0; p < NumPorts; p++) begin
        lookup_word_o[p] <= rx_start[p] ? rx_data_i[p] : '0;
      end
    end
  end

  assign lookup_valid_o = start_q;
  assign push_valid_o = take_q3;
  assign push_sop_o = start_q3;

  // ---- New headers (cycle t+3).

  for (genvar p = 0; p < NumPorts; p++) begin : gen_header
    logic           soc_error, crc_error, len_error, type_error;
    logic [4:0]     rx_hop;
    logic [VcW-1:0] rx_vc, push_vc_q;
    // verilator lint_off UNUSEDSIGNAL
    cell_header_t   arrived;  // its ordered-set code and CRC are computed again
    // verilator lint_on UNUSEDSIGNAL
    assign arrived = data_q3[p];

    // Only the VC and the hop count change on the way through the chip; the other fields are
    // taken from the word when it is written, so the decoder's outputs for them stay open.
    // verilator lint_off PINCONNECTEMPTY
    cell_header_codec i_cell_header_codec (
      .word_i      (rx_data_i[p]),
      .dst_o       (),
      .src_o       (),
      .len_o       (),
      .cell_type_o (),
      .vc_o        (rx_vc),
      .hop_o       (rx_hop),
      .trace_o     (),
      .soc_error_o (soc_error),
      .crc_error_o (crc_error),
      .len_error_o (len_error),
      .type_error_o(type_error),
      .dst_i       (arrived.dst),
      .src_i       (arrived.src),
      .len_i       (arrived.len),
      .cell_type_i (arrived.cell_type),
      .vc_i        (route_vc_i[p]),
      .hop_i       (arrived.hop - 1'b1),
      .trace_i     (arrived.trace),
      .word_o      (header_word[p])
    );
    // verilator lint_on PINCONNECTEMPTY

    assign header_good[p] = !soc_error && !crc_error && !len_error && !type_error
        && rx_hop != '0 && 32'(rx_vc) < NumVcs;

    assign push_vc_o[p] = start_q3[p] ? arrived.vc : push_vc_q;
    assign push_len_o[p] = arrived.len;
    assign push_data_o[p] = start_q3[p] ? header_word[p] : data_q3[p];
    always_ff @(posedge clk_i or negedge rst_ni) begin : p_push_vc
      if (!rst_ni) begin
        push_vc_q <= '0;
      end else begin
        push_vc_q <= push_vc_o[p];
      end
    end
  end

  logic [NumPorts-1:0] rx_in_cell;
  logic                route_beyond;
  always_comb begin : p_rules
    route_beyond = 1'b0;
    for (int unsigned p = 0; p < NumPorts; p++) begin
      rx_in_cell[p] = rx_left_q[p] != '0;
      if (start_q3[p]) begin
        route_beyond |= 32'(route_port_i[p]) >= NumPorts || 32'(route_vc_i[p]) >= NumVcs;
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
