// SPDX-License-Identifier: Apache-2.0
// Buffer of a queue of the ExaNet router: a ring of words.

/// A word that is pushed in a cycle is in the buffer from the next one on.
module exanet_router_buffer
  import exanet_pkg::*;
#(
  /// Size in words, a power of two.
  parameter int unsigned Words = 8
) (
  /// Clock.
  input  logic             clk_i,
  /// Reset, active low, asserted asynchronously; it empties the buffer.
  input  logic             rst_ni,
  /// A word is stored.
  input  logic             push_i,
  /// The word.
  input  logic [FlitW-1:0] word_i,
  /// The oldest word leaves.
  input  logic             pop_i,
  /// The oldest word.
  output logic [FlitW-1:0] head_o,
  /// There is none.
  output logic             empty_o
);

  localparam int unsigned AddrW = $clog2(Words);
  // One bit more than the address, to distinguish a full ring from an empty one.
  typedef logic [AddrW:0] ptr_t;

  logic [FlitW-1:0] mem_q [Words];
  ptr_t             rd_ptr_q, wr_ptr_q, fill;
  assign fill = wr_ptr_q - rd_ptr_q;
  assign empty_o = fill == '0;
  assign head_o = mem_q[rd_ptr_q[AddrW-1:0]];

  always_ff @(posedge clk_i) begin : p_memory
    if (push_i) begin
      mem_q[wr_ptr_q[AddrW-1:0]] <= word_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_pointers
    if (!rst_ni) begin
      rd_ptr_q <= '0;
      wr_ptr_q <= '0;
    end else begin
      rd_ptr_q <= rd_ptr_q + ptr_t'(pop_i);
      wr_ptr_q <= wr_ptr_q + ptr_t'(push_i);
    end
  end

  initial begin
    WordsIsPowerOfTwo: assert (Words == 1 << AddrW)
      else $error("the size of a buffer must be a power of two");
  end

  always_ff @(posedge clk_i) begin : p_assert
    if (rst_ni && push_i) begin
      NoOverrun: assert (32'(fill) < Words)
        else $error("a word arrived that the buffer has no space for");
    end
  end

endmodule
