// SPDX-License-Identifier: Apache-2.0
// Checks and builds cell headers, written from the README of cell_header_codec, in two pipeline stages. Both directions
// share the CRC, which is a table.
module acme_header (
  input  logic        ck,
  input  logic [63:0] rx,
  output logic [51:0] rx_fields,  // {trace, hop, vc, type, len, src, dst}
  output logic [3:0]  rx_faults,  // {type, len, crc, start}
  input  logic [51:0] tx_fields,
  output logic [63:0] tx
);
  typedef logic [7:0] byte_t;
  byte_t table_of [256];
  initial
    for (int n = 0; n < 256; n++) begin
      table_of[n] = byte_t'(n);
      for (int k = 0; k < 8; k++) table_of[n] = table_of[n][0] ? (table_of[n] >> 1) ^ 8'hE0 : table_of[n] >> 1;
    end
  function automatic byte_t crc(input logic [55:0] data);
    crc = 8'hFF;
    for (int k = 0; k < 7; k++) crc = table_of[crc ^ data[8*k +: 8]];
  endfunction

  logic [63:0] rx_1;
  logic [55:0] tx_1;
  always_ff @(posedge ck) begin
    rx_1 <= rx;
    tx_1 <= {tx_fields, 4'h1};
    rx_fields <= rx_1[55:4];
    rx_faults <= {rx_1[44:41] > 9 && rx_1[44:41] < 15, rx_1[40:36] < 2 || rx_1[40:36] > 20,
                  rx_1[63:56] != crc(rx_1[55:0]), rx_1[3:0] != 1};
    tx <= {crc(tx_1), tx_1};
  end
endmodule
