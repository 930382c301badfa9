// SPDX-License-Identifier: Apache-2.0
// Input buffer of one port of the variant switch: one memory for all VCs, read at up to two words a cycle.

/// Each VC is a list of cells, each cell a list of words. A word takes any free place; places that
/// have been read are free again, in the order of their reading. The cell at the head of each VC is
/// in registers, the one behind it is read from memory.
module variant_fifo
  import tin_pkg::*;
#(
  /// Number of virtual channels, 1..32.
  parameter int unsigned NumVcs = 4,
  /// Words that the port stores, a power of two.
  parameter int unsigned PortWords = 256
) (
  /// Clock.
  input  logic                         clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic                         rst_ni,
  /// Strap: words of the crossbar per cycle, 1 or 2.
  input  logic [1:0]                   speedup_i,
  /// Strap: words granted to each VC at first.
  input  logic [CountW-1:0]            depth_words_i,
  /// A word is written.
  input  logic                         push_valid_i,
  /// The word is the first of a cell.
  input  logic                         push_sop_i,
  /// VC, given with every word.
  input  logic [VcW-1:0]               push_vc_i,
  /// Length of the cell in words; read with the first word only.
  input  logic [LenW-1:0]              push_len_i,
  /// Travels with the cell; read with the first word only.
  input  logic [MetaW-1:0]             push_meta_i,
  /// The word.
  input  logic [WordW-1:0]             push_data_i,
  /// Take the head cell of a VC.
  input  logic                         pop_valid_i,
  /// That VC.
  input  logic [VcW-1:0]               pop_vc_i,
  /// The VC has a cell at its head.
  output logic [NumVcs-1:0]            head_valid_o,
  /// The head's length.
  output logic [NumVcs-1:0][LenW-1:0]  head_len_o,
  /// The head's meta.
  output logic [NumVcs-1:0][MetaW-1:0] head_meta_o,
  /// Cycles for which the transfer of the head of that VC holds its ports, if it is taken now.
  output logic [LenW-1:0]              hold_o,
  /// The VC has a cell behind its head.
  output logic                         next_valid_o,
  /// That cell's length.
  output logic [LenW-1:0]              next_len_o,
  /// That cell's meta.
  output logic [MetaW-1:0]             next_meta_o,
  /// A word of the taken cell.
  output logic                         pop_valid_o,
  /// A second one, behind it.
  output logic                         pop_pair_o,
  /// The first of them is the first of a cell.
  output logic                         pop_sop_o,
  /// The words.
  output logic [1:0][WordW-1:0]        pop_data_o,
  /// Words of a VC became free.
  output logic                         credit_valid_o,
  /// That VC.
  output logic [VcW-1:0]               credit_vc_o,
  /// Words ever granted for the VC modulo 4096, this grant included.
  output logic [CountW-1:0]            credit_limit_o
);

  localparam int unsigned IdxW = (NumVcs > 1) ? $clog2(NumVcs) : 1;
  localparam int unsigned AddrW = $clog2(PortWords);

  typedef logic [AddrW-1:0] addr_t;
  // One bit more than an address, to distinguish a full ring from an empty one.
  typedef logic [AddrW:0] ptr_t;
  typedef logic [IdxW-1:0] idx_t;

  typedef struct packed {
    logic [LenW-1:0]  len;
    logic [MetaW-1:0] meta;
  } cell_t;

  // By place: the word; the place of the next word of its cell; and for the first word of a cell
  // length and meta, and the first word of the next cell of its VC.
  logic [WordW-1:0] mem_q [PortWords];
  addr_t            next_word_q [PortWords];
  cell_t            cell_q [PortWords];
  addr_t            next_cell_q [PortWords];

  // Of each VC: the first words of its first and of its last cell.
  logic [NumVcs-1:0]            head_valid_q;
  cell_t                        head_q [NumVcs];
  addr_t                        first_q [NumVcs];
  addr_t                        last_q [NumVcs];
  logic [NumVcs-1:0][CountW-1:0] granted_q;

  // ---- Free places: those that were never used, in order, and a ring of those that were.
  addr_t free_q [PortWords];
  ptr_t  free_rd_q, free_wr_q, fresh_q;
  logic  any_used;
  addr_t place;
  assign any_used = free_rd_q != free_wr_q;
  assign place = any_used ? free_q[free_rd_q[AddrW-1:0]] : fresh_q[AddrW-1:0];

  // ---- Write: a word to its place, linked to the word before it; a first word makes a cell.
  logic  push_cell;
  idx_t  push_vc;
  addr_t push_last_q;
  assign push_cell = push_valid_i && push_sop_i;
  assign push_vc = idx_t'(push_vc_i);

  always_ff @(posedge clk_i) begin : p_memory
    if (push_valid_i) begin
      mem_q[place] <= push_data_i;
      if (!push_sop_i) begin
        next_word_q[push_last_q] <= place;
      end
    end
    if (push_cell) begin
      cell_q[place] <= '{len: push_len_i, meta: push_meta_i};
    end
    if (push_cell && head_valid_q[push_vc]) begin
      next_cell_q[last_q[push_vc]] <= place;
    end
  end

  // ---- Take: the head leaves its VC at once.
  idx_t            pop_vc;
  addr_t           next_first;
  logic            next_valid;
  logic [LenW-1:0] pop_len;
  cell_t           next_head;
  assign pop_vc = idx_t'(pop_vc_i);
  assign pop_len = head_q[pop_vc].len;
  assign next_first = next_cell_q[first_q[pop_vc]];
  assign next_valid = head_valid_q[pop_vc] && first_q[pop_vc] != last_q[pop_vc];
  assign next_head = next_valid ? cell_q[next_first] : '0;

  assign next_valid_o = next_valid;
  assign next_len_o = next_head.len;
  assign next_meta_o = next_head.meta;

  // Words of the cell being written that were missing at the beginning of this cycle and of the last
  // one, in which the cell was matched; and the place of its first word.
  logic [LenW-1:0] missing_q, missing_before_q, least, arrives;
  addr_t           arriving_q;
  assign least = (speedup_i == 2'd2) ? (pop_len + 1'b1) >> 1 : pop_len;
  assign arrives = (first_q[pop_vc] == arriving_q && missing_before_q != '0)
      ? missing_before_q + 1'b1 : '0;
  assign hold_o = (arrives > least) ? arrives : least;

  logic push_becomes_head;
  assign push_becomes_head = push_cell && (!head_valid_q[push_vc] ||
      (pop_valid_i && pop_vc == push_vc && !next_valid));

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_queues
    if (!rst_ni) begin
      head_valid_q <= '0;
      for (int unsigned v = 0; v < NumVcs; v++) begin
        head_q[v] <= '0;
        first_q[v] <= '0;
        last_q[v] <= '0;
      end
      push_last_q <= '0;
      arriving_q <= '0;
      missing_q <= '0;
      missing_before_q <= '0;
      fresh_q <= '0;
    end else begin
      if (pop_valid_i) begin
        head_valid_q[pop_vc] <= next_valid;
        head_q[pop_vc] <= next_head;
        first_q[pop_vc] <= next_first;
      end
      missing_before_q <= missing_q;
      if (push_valid_i) begin
        push_last_q <= place;
        missing_q <= (push_sop_i ? push_len_i : missing_q) - 1'b1;
        if (!any_used) begin
          fresh_q <= fresh_q + 1'b1;
        end
      end
      if (push_cell) begin
        last_q[push_vc] <= place;
        arriving_q <= place;
      end
      if (push_becomes_head) begin
        head_valid_q[push_vc] <= 1'b1;
        head_q[push_vc] <= '{len: push_len_i, meta: push_meta_i};
        first_q[push_vc] <= place;
      end
    end
  end

  // Loaded from the strap with the clock, since no common flip-flop loads a pin asynchronously.
  always_ff @(posedge clk_i) begin : p_granted
    if (!rst_ni) begin
      granted_q <= {NumVcs{depth_words_i}};
    end else if (pop_valid_i) begin
      granted_q[pop_vc] <= granted_q[pop_vc] + CountW'(pop_len);
    end
  end

  assign head_valid_o = head_valid_q;
  for (genvar v = 0; v < NumVcs; v++) begin : gen_head
    assign head_len_o[v] = head_q[v].len;
    assign head_meta_o[v] = head_q[v].meta;
  end

  // ---- Read, from the cycle after the pop on: single words first, then pairs.
  logic            rd_first_q, rd_active, rd_pair;
  idx_t            rd_vc_q;
  addr_t           rd_addr_q, rd_second;
  logic [LenW-1:0] rd_left_q, rd_singles_q;
  assign rd_active = rd_left_q != '0;
  assign rd_pair = rd_active && rd_singles_q == '0;
  assign rd_second = next_word_q[rd_addr_q];

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_read
    if (!rst_ni) begin
      rd_first_q <= 1'b0;
      rd_vc_q <= '0;
      rd_addr_q <= '0;
      rd_left_q <= '0;
      rd_singles_q <= '0;
      free_rd_q <= '0;
      free_wr_q <= '0;
    end else begin
      rd_first_q <= pop_valid_i;
      if (pop_valid_i) begin
        rd_vc_q <= pop_vc;
        rd_addr_q <= first_q[pop_vc];
        rd_left_q <= pop_len;
        rd_singles_q <= LenW'({hold_o, 1'b0} - 6'(pop_len));
      end else if (rd_pair) begin
        rd_addr_q <= next_word_q[rd_second];
        rd_left_q <= rd_left_q - 5'd2;
      end else if (rd_active) begin
        rd_addr_q <= rd_second;
        rd_left_q <= rd_left_q - 1'b1;
        rd_singles_q <= rd_singles_q - 1'b1;
      end
      if (push_valid_i && any_used) begin
        free_rd_q <= free_rd_q + 1'b1;
      end
      free_wr_q <= free_wr_q + ptr_t'(rd_active) + ptr_t'(rd_pair);
    end
  end

  addr_t free_second;
  assign free_second = free_wr_q[AddrW-1:0] + 1'b1;
  always_ff @(posedge clk_i) begin : p_free
    if (rd_active) begin
      free_q[free_wr_q[AddrW-1:0]] <= rd_addr_q;
    end
    if (rd_pair) begin
      free_q[free_second] <= rd_second;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_out
    if (!rst_ni) begin
      pop_valid_o <= 1'b0;
      pop_pair_o <= 1'b0;
      pop_sop_o <= 1'b0;
      pop_data_o <= '0;
      credit_valid_o <= 1'b0;
      credit_vc_o <= '0;
      credit_limit_o <= '0;
    end else begin
      pop_valid_o <= rd_active;
      pop_pair_o <= rd_pair;
      pop_sop_o <= rd_first_q;
      pop_data_o[0] <= rd_active ? mem_q[rd_addr_q] : '0;
      pop_data_o[1] <= rd_pair ? mem_q[rd_second] : '0;
      credit_valid_o <= rd_first_q;
      credit_vc_o <= rd_first_q ? VcW'(rd_vc_q) : '0;
      credit_limit_o <= rd_first_q ? granted_q[rd_vc_q] : '0;
    end
  end

  // Words received per VC, modulo 4096; only the assertions use it.
  logic [NumVcs-1:0][CountW-1:0] received_q;

  always_ff @(posedge clk_i) begin : p_assert
    if (!rst_ni) begin
      received_q <= '0;
    end else begin
      if (push_cell) begin
        received_q[push_vc] <= received_q[push_vc] + CountW'(push_len_i);
        NoOverrun: assert (CountW'(push_len_i) <= granted_q[push_vc] - received_q[push_vc])
          else $error("a cell was received without granted words for all of it");
      end
      if (push_valid_i) begin
        StorageNotExceeded: assert (any_used || !fresh_q[AddrW])
          else $error("a word was received without a free place");
        PushVcInRange: assert (32'(push_vc_i) < NumVcs)
          else $error("a word was received on a VC that does not exist");
      end
      if (pop_valid_i) begin
        PopNeedsHead: assert (head_valid_q[pop_vc])
          else $error("a VC was popped that has no cell");
        PopVcInRange: assert (32'(pop_vc_i) < NumVcs)
          else $error("a VC was popped that does not exist");
        PopSpacing: assert (rd_left_q == '0 || rd_left_q == LenW'(rd_active) + LenW'(rd_pair))
          else $error("a cell was popped while the last one is still being read");
      end
    end
  end

endmodule
