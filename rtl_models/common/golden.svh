// SPDX-License-Identifier: Apache-2.0
// The body of a golden checker: a block's outputs against its C++ model, over DPI-C, every cycle.
//
// A checker declares the packed structs `in_t` and `out_t` (the block's ports in the order of its
// README, first port in the most significant bits), `golden_in` and `actual`, then uses
//   `TIN_GOLDEN(<name>)         with the C functions of TIN_DPI(<name>, ...), common/dpi.h
//   `TIN_GOLDEN_PORT(<port>)    once per output port, between TIN_GOLDEN and TIN_GOLDEN_END
//   `TIN_GOLDEN_END(<name>)
// The step gives the outputs of the cycle that the clock edge ends, from the inputs of that cycle.

`ifndef TINSIM_GOLDEN_SVH
`define TINSIM_GOLDEN_SVH

`define TIN_GOLDEN(name) \
  localparam int unsigned InW = $bits(in_t); \
  localparam int unsigned OutW = $bits(out_t); \
  import "DPI-C" function chandle c_dpi_``name``_new(); \
  import "DPI-C" function int c_dpi_``name``_reset(input chandle h, input bit [InW-1:0] in); \
  import "DPI-C" function int c_dpi_``name``_step(input chandle h, input bit [InW-1:0] in, \
                                                  output bit [OutW-1:0] out); \
  import "DPI-C" function string c_dpi_``name``_error(input chandle h); \
  import "DPI-C" function void c_dpi_``name``_free(input chandle h); \
  chandle golden; \
  out_t expected; \
  longint unsigned cycle; \
  initial golden = c_dpi_``name``_new(); \
  always @(posedge clk_i or negedge rst_ni) begin : p_golden \
    if (!rst_ni) begin \
      cycle <= 0; \
      if (c_dpi_``name``_reset(golden, golden_in) != 0) begin \
        $fatal(1, "golden model in reset: %s", c_dpi_``name``_error(golden)); \
      end \
    end else begin \
      cycle <= cycle + 1; \
      if (c_dpi_``name``_step(golden, golden_in, expected) != 0) begin \
        $fatal(1, "cycle %0d: golden model: %s", cycle, c_dpi_``name``_error(golden)); \
      end \
      if (actual != expected) begin

`define TIN_GOLDEN_PORT(port) \
        if (actual.port != expected.port) begin \
          $display("%m: cycle %0d: %s: expected %h, actual %h", cycle, `"port`", expected.port, \
                   actual.port); \
        end

`define TIN_GOLDEN_END(name) \
        $fatal(1, "cycle %0d: outputs differ from the golden model", cycle); \
      end \
    end \
  end \
  final begin \
    c_dpi_``name``_free(golden); \
    $display("%m: %0d cycles matched", cycle); \
    if (cycle == 0) begin \
      $fatal(1, "the checker compared nothing"); \
    end \
  end

`endif
