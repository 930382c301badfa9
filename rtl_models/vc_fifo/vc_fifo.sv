// SPDX-License-Identifier: Apache-2.0
// VC FIFO: input buffer of one port, one queue of cells per VC, credits returned as words.

/// Each VC has a ring of `MaxWords` words. A cell's length and meta are stored in a second memory;
/// the head of each VC is copied to registers, so all heads are visible without reading any memory.
/// The registers change only when a VC is popped or an empty VC is pushed.
module vc_fifo
  import tin_pkg::*;
#(
  /// Number of virtual channels, 1..32.
  parameter int unsigned NumVcs = 4,
  /// Storage per VC in words, a power of two, 32..2048.
  parameter int unsigned MaxWords = 64
) (
  /// Clock.
  input  logic                          clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic                          rst_ni,
  /// Strap: words of each VC that may be used, up to MaxWords.
  input  logic [NumVcs-1:0][CountW-1:0] depth_words_i,
  /// A word is written.
  input  logic                          push_valid_i,
  /// The word is the first of a cell.
  input  logic                          push_sop_i,
  /// VC, given with every word.
  input  logic [VcW-1:0]                push_vc_i,
  /// Length of the cell in words; read with the first word only.
  input  logic [LenW-1:0]               push_len_i,
  /// Travels with the cell; read with the first word only.
  input  logic [MetaW-1:0]              push_meta_i,
  /// The word.
  input  logic [WordW-1:0]              push_data_i,
  /// Take the head cell of a VC.
  input  logic                          pop_valid_i,
  /// That VC.
  input  logic [VcW-1:0]                pop_vc_i,
  /// The VC has a cell at its head.
  output logic [NumVcs-1:0]             head_valid_o,
  /// The head's length.
  output logic [NumVcs-1:0][LenW-1:0]   head_len_o,
  /// The head's meta.
  output logic [NumVcs-1:0][MetaW-1:0]  head_meta_o,
  /// A word of the taken cell.
  output logic                          pop_valid_o,
  /// The word is the first of a cell.
  output logic                          pop_sop_o,
  /// The word.
  output logic [WordW-1:0]              pop_data_o,
  /// Words of a VC became free.
  output logic                          credit_valid_o,
  /// That VC.
  output logic [VcW-1:0]                credit_vc_o,
  /// How many words: the length of the cell taken.
  output logic [LenW-1:0]               credit_words_o,
  /// Words ever granted for the VC modulo 4096, this grant included.
  output logic [CountW-1:0]             credit_limit_o
);

  localparam int unsigned IdxW = (NumVcs > 1) ? $clog2(NumVcs) : 1;
  localparam int unsigned AddrW = $clog2(MaxWords);
  // One bit more than the address, to distinguish a full ring from an empty one.
  localparam int unsigned PtrW = AddrW + 1;

  typedef logic [PtrW-1:0] ptr_t;

  typedef struct packed {
    logic [LenW-1:0]  len;
    logic [MetaW-1:0] meta;
  } cell_t;

  logic [WordW-1:0] mem_q [MaxWords << IdxW];
  // A cell has at least two words, so half the address of its first word is its own.
  cell_t cell_mem_q [(MaxWords / 2) << IdxW];

  logic [NumVcs-1:0]            head_valid_q;
  logic [NumVcs-1:0][LenW-1:0]  head_len_q;
  logic [NumVcs-1:0][MetaW-1:0] head_meta_q;
  // First word of the head cell, and the place of the first word of the next cell.
  logic [NumVcs-1:0][PtrW-1:0]  rd_ptr_q, wr_ptr_q;
  logic [NumVcs-1:0][CountW-1:0] granted_q;

  // Push: words are written directly to memory, the cell joins its queue with its first word.
  // Here as in the pop, nothing is computed without a cell.
  logic            push_cell;
  logic [IdxW-1:0] push_vc;
  ptr_t            push_ptr, push_next_ptr_q;
  assign push_cell = push_valid_i && push_sop_i;
  assign push_vc = IdxW'(push_vc_i);

  always_comb begin : p_push_ptr
    push_ptr = push_next_ptr_q;
    if (push_cell) begin
      push_ptr = wr_ptr_q[push_vc];
    end
  end

  always_ff @(posedge clk_i) begin : p_memory
    if (push_valid_i) begin
      mem_q[{push_vc, push_ptr[AddrW-1:0]}] <= push_data_i;
    end
    if (push_cell) begin
      cell_mem_q[{push_vc, push_ptr[AddrW-1:1]}] <= '{len: push_len_i, meta: push_meta_i};
    end
  end

  // Pop: the head leaves its queue at once; its words are read in the following cycles.
  logic [IdxW-1:0] pop_vc;
  logic [LenW-1:0] pop_len;
  ptr_t            pop_next_ptr;
  logic            next_is_stored, push_becomes_head;
  cell_t           next_cell;
  assign pop_vc = IdxW'(pop_vc_i);

  always_comb begin : p_pop
    pop_len = '0;
    pop_next_ptr = '0;
    next_is_stored = 1'b0;
    next_cell = '0;
    if (pop_valid_i) begin
      pop_len = head_len_q[pop_vc];
      pop_next_ptr = rd_ptr_q[pop_vc] + ptr_t'(pop_len);
      next_is_stored = pop_next_ptr != wr_ptr_q[pop_vc];
      next_cell = next_is_stored ? cell_mem_q[{pop_vc, pop_next_ptr[AddrW-1:1]}] : '0;
    end
  end

  assign push_becomes_head = push_cell && (!head_valid_q[push_vc] ||
      (pop_valid_i && pop_vc == push_vc && !next_is_stored));

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_queues
    if (!rst_ni) begin
      head_valid_q <= '0;
      head_len_q <= '0;
      head_meta_q <= '0;
      rd_ptr_q <= '0;
      wr_ptr_q <= '0;
      push_next_ptr_q <= '0;
    end else begin
      if (pop_valid_i) begin
        rd_ptr_q[pop_vc] <= pop_next_ptr;
        head_valid_q[pop_vc] <= next_is_stored;
        head_len_q[pop_vc] <= next_cell.len;
        head_meta_q[pop_vc] <= next_cell.meta;
      end
      if (push_valid_i) begin
        push_next_ptr_q <= push_ptr + 1'b1;
      end
      if (push_cell) begin
        wr_ptr_q[push_vc] <= push_ptr + ptr_t'(push_len_i);
      end
      if (push_becomes_head) begin
        head_valid_q[push_vc] <= 1'b1;
        head_len_q[push_vc] <= push_len_i;
        head_meta_q[push_vc] <= push_meta_i;
      end
    end
  end

  // Loaded from the strap with the clock, since no common flip-flop loads a pin asynchronously.
  always_ff @(posedge clk_i) begin : p_granted
    if (!rst_ni) begin
      granted_q <= depth_words_i;
    end else if (pop_valid_i) begin
      granted_q[pop_vc] <= granted_q[pop_vc] + CountW'(pop_len);
    end
  end

  assign head_valid_o = head_valid_q;
  assign head_len_o = head_len_q;
  assign head_meta_o = head_meta_q;

  // Read: one word per cycle, from the cycle after the pop on.
  logic             rd_first_q;
  logic [IdxW-1:0]  rd_vc_q;
  logic [AddrW-1:0] rd_addr_q;
  logic [LenW-1:0]  rd_left_q;
  logic             rd_active;
  assign rd_active = rd_left_q != '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_read
    if (!rst_ni) begin
      rd_first_q <= 1'b0;
      rd_vc_q <= '0;
      rd_addr_q <= '0;
      rd_left_q <= '0;
    end else begin
      rd_first_q <= pop_valid_i;
      if (pop_valid_i) begin
        rd_vc_q <= pop_vc;
        rd_addr_q <= rd_ptr_q[pop_vc][AddrW-1:0];
        rd_left_q <= pop_len;
      end else if (rd_active) begin
        rd_addr_q <= rd_addr_q + 1'b1;
        rd_left_q <= rd_left_q - 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_out
    if (!rst_ni) begin
      pop_valid_o <= 1'b0;
      pop_sop_o <= 1'b0;
      pop_data_o <= '0;
      credit_valid_o <= 1'b0;
      credit_vc_o <= '0;
      credit_words_o <= '0;
      credit_limit_o <= '0;
    end else begin
      pop_valid_o <= rd_active;
      pop_sop_o <= rd_first_q;
      pop_data_o <= rd_active ? mem_q[{rd_vc_q, rd_addr_q}] : '0;
      credit_valid_o <= rd_first_q;
      credit_vc_o <= rd_first_q ? VcW'(rd_vc_q) : '0;
      credit_words_o <= rd_first_q ? rd_left_q : '0;
      credit_limit_o <= rd_first_q ? granted_q[rd_vc_q] : '0;
    end
  end

  initial begin
    NumVcsInRange: assert (NumVcs >= 1 && NumVcs <= 32)
      else $error("NumVcs must be 1..32");
    MaxWordsIsPowerOfTwo: assert (MaxWords == 1 << AddrW && MaxWords >= 32 && MaxWords <= 2048)
      else $error("MaxWords must be a power of two, 32..2048");
  end

  // Missing words of the cell being pushed; only the assertions use it.
  logic [LenW-1:0] push_left_q;
  logic [IdxW-1:0] push_vc_q;
  ptr_t            push_room;
  assign push_room = ptr_t'(granted_q[push_vc]) - wr_ptr_q[push_vc];

  always_ff @(posedge clk_i) begin : p_assert
    if (!rst_ni) begin
      push_left_q <= '0;
      push_vc_q <= '0;
    end else begin
      if (push_valid_i) begin
        push_left_q <= (push_sop_i ? push_len_i : push_left_q) - 1'b1;
        push_vc_q <= push_vc;
      end
      if (push_cell) begin
        NoOverrun: assert (ptr_t'(push_len_i) <= push_room)
          else $error("a cell was pushed without granted words for all of it");
        LenIsLegal: assert (push_len_i >= MinLen && push_len_i <= MaxLen)
          else $error("a cell must have 2 to 20 words");
      end
      CellIsContiguous: assert ((push_left_q != '0) ?
          (push_valid_i && !push_sop_i && push_vc == push_vc_q) : (!push_valid_i || push_sop_i))
        else $error("words of a cell must follow each other on one VC; no word without a cell");
      if (push_valid_i) begin
        PushVcInRange: assert (32'(push_vc_i) < NumVcs)
          else $error("a word was pushed to a VC that does not exist");
      end
      if (pop_valid_i) begin
        PopNeedsHead: assert (head_valid_q[pop_vc])
          else $error("a VC was popped that has no cell");
        PopSpacing: assert (rd_left_q <= 1)
          else $error("a cell was popped while the last one is still being read");
        PopVcInRange: assert (32'(pop_vc_i) < NumVcs)
          else $error("a VC was popped that does not exist");
      end
    end
  end

endmodule
