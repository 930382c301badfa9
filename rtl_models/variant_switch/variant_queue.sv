// SPDX-License-Identifier: Apache-2.0
// Output queue of the variant switch: as output_queue, with up to two words written per cycle.

/// Strict priority over weighted round robin, in words. Words that are pushed can leave with the
/// next edge, so an idle link sees a cell one cycle after its header was pushed.
module variant_queue
  import tin_pkg::*;
#(
  /// Number of virtual channels, 1..32.
  parameter int unsigned NumVcs = 4,
  /// Storage per VC in words, a power of two above the largest space and a cell together.
  parameter int unsigned MaxWords = 512
) (
  /// Clock.
  input  logic                   clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic                   rst_ni,
  /// Strap: space per VC in words, 20..255.
  input  logic [7:0]             queue_words_i,
  /// The VC is served with strict priority.
  input  logic [NumVcs-1:0]      strict_i,
  /// Round robin weight of each VC, 1..255.
  input  logic [NumVcs-1:0][7:0] weight_i,
  /// A matched cell will arrive: reserve its space.
  input  logic                   reserve_valid_i,
  /// VC.
  input  logic [VcW-1:0]         reserve_vc_i,
  /// Length in words.
  input  logic [LenW-1:0]        reserve_words_i,
  /// A word of it.
  input  logic                   push_valid_i,
  /// A second one.
  input  logic                   push_pair_i,
  /// The first of them is the header, with VC and length.
  input  logic                   push_sop_i,
  /// The words.
  input  logic [1:0][WordW-1:0]  push_data_i,
  /// The link can begin a cell in the next cycle.
  input  logic                   tx_ready_i,
  /// Free words of each VC.
  output logic [NumVcs-1:0][7:0] space_o,
  /// A word to the link.
  output logic                   tx_valid_o,
  /// The word is the first of a cell.
  output logic                   tx_sop_o,
  /// The word.
  output logic [WordW-1:0]       tx_data_o
);

  localparam int unsigned IdxW = (NumVcs > 1) ? $clog2(NumVcs) : 1;
  localparam int unsigned PtrW = $clog2(MaxWords);
  localparam logic [VcW-1:0] LastVc = VcW'(NumVcs - 1);
  // A quantum is the longest cell times the weight, 5100 at most; a budget is above -20.
  localparam int unsigned BudgetW = 14;

  typedef logic [PtrW-1:0] ptr_t;
  typedef logic [IdxW-1:0] idx_t;
  typedef logic signed [BudgetW-1:0] budget_t;
  localparam budget_t Quantum = budget_t'({1'b0, MaxLen});

  // The space of a cell is free once its header is on the link. Two words are written per cycle and
  // one is read, so the next cell is stored next to words that have not left yet.
  logic [WordW-1:0] mem_q [MaxWords << IdxW];
  // First word of the oldest cell, and the place of the first word of the next cell. They are equal
  // only when the queue is empty, since the space is below MaxWords.
  logic [NumVcs-1:0][PtrW-1:0]    rd_ptr_q, wr_ptr_q;
  logic [NumVcs-1:0]              has_cell_q;
  logic [NumVcs-1:0][7:0]         space_q;
  logic [NumVcs-1:0][BudgetW-1:0] budget_q;
  logic [VcW-1:0]                 strict_ptr_q, cur_q;

  // Push: VC and length are taken from the header and kept for the words that follow.
  logic [VcW-1:0]  header_vc;
  logic [LenW-1:0] push_len;
  logic            push_cell;
  idx_t            push_vc, push_vc_q;
  ptr_t            push_ptr, push_second_ptr, push_next_ptr_q;
  assign header_vc = push_data_i[0][49:45];
  assign push_len = push_data_i[0][40:36];
  assign push_cell = push_valid_i && push_sop_i;
  assign push_vc = push_sop_i ? idx_t'(header_vc) : push_vc_q;
  assign push_ptr = push_sop_i ? wr_ptr_q[push_vc] : push_next_ptr_q;
  assign push_second_ptr = push_ptr + 1'b1;

  // Choice of the VC whose cell leaves next.
  logic              may_choose, choose, alone, any_strict, stay;
  logic [NumVcs-1:0] has_cell, strict_cells, fair_cells;
  logic [VcW-1:0]    chosen_vc;
  budget_t           budget_d;
  logic [LenW-1:0]   tx_left_q;  // words left after the one on the link

  assign may_choose = tx_ready_i && tx_left_q == '0;
  always_comb begin : p_has_cell
    has_cell = has_cell_q;
    if (push_cell) begin
      has_cell[push_vc] = 1'b1;
    end
  end
  assign strict_cells = has_cell & strict_i;
  assign any_strict = strict_cells != '0;
  assign fair_cells = has_cell & ~strict_i;
  assign choose = may_choose && has_cell != '0;
  assign alone = (has_cell & (has_cell - 1'b1)) == '0;
  // The current VC continues while its budget lasts.
  assign stay = !any_strict && fair_cells[idx_t'(cur_q)] &&
      budget_t'(budget_q[idx_t'(cur_q)]) > 0;

  // First VC with a cell at or after the pointer, cyclically: isolate one bit, encode by masks.
  logic [31:0]    pick_from, pick_upper, pick_one;
  logic [VcW-1:0] pick_start;

  always_comb begin : p_choose
    pick_start = '0;
    pick_from = '0;
    pick_upper = '0;
    pick_one = '0;
    chosen_vc = cur_q;
    budget_d = '0;
    if (choose) begin
      budget_d = budget_t'(budget_q[idx_t'(cur_q)]);
      if (!stay) begin
        pick_start = any_strict ? strict_ptr_q : ((cur_q == LastVc) ? '0 : cur_q + 1'b1);
        pick_from = any_strict ? 32'(strict_cells) : 32'(fair_cells);
        pick_upper = pick_from & (32'hFFFF_FFFF << pick_start);
        pick_from = (pick_upper != '0) ? pick_upper : pick_from;
        pick_one = pick_from & -pick_from;
        chosen_vc = {(pick_one & 32'hFFFF_0000) != '0, (pick_one & 32'hFF00_FF00) != '0,
                     (pick_one & 32'hF0F0_F0F0) != '0, (pick_one & 32'hCCCC_CCCC) != '0,
                     (pick_one & 32'hAAAA_AAAA) != '0};
        // A visit adds one quantum; the rest of the budget of the VC's last visit is lost.
        budget_d = budget_t'(budget_q[idx_t'(chosen_vc)]);
        budget_d = ((budget_d < 0) ? budget_d : '0) +
            Quantum * budget_t'({1'b0, weight_i[idx_t'(chosen_vc)]});
      end
    end
  end

  // Read: the first word of the chosen cell, or the next of the cell now leaving. A word that is
  // being written in this cycle is taken from the port; the second of a pair is never that early.
  idx_t             rd_vc, tx_vc_q;
  ptr_t             rd_ptr, tx_next_ptr_q;
  logic             rd_valid;
  logic [WordW-1:0] rd_data;
  logic [LenW-1:0]  rd_len;
  assign rd_valid = choose || tx_left_q != '0;
  assign rd_vc = choose ? idx_t'(chosen_vc) : tx_vc_q;
  assign rd_ptr = choose ? rd_ptr_q[rd_vc] : tx_next_ptr_q;

  always_comb begin : p_read
    rd_data = '0;
    if (rd_valid) begin
      rd_data = mem_q[{rd_vc, rd_ptr}];
      if (push_valid_i && push_vc == rd_vc && push_ptr == rd_ptr) begin
        rd_data = push_data_i[0];
      end
    end
  end
  assign rd_len = rd_data[40:36];

  // State of the queues after this cycle, for the VCs that it changes.
  ptr_t wr_ptr_d, rd_ptr_d, chosen_wr_ptr_d;
  assign wr_ptr_d = push_ptr + ptr_t'(push_len);
  assign rd_ptr_d = rd_ptr + ptr_t'(rd_len);
  assign chosen_wr_ptr_d = (push_cell && push_vc == rd_vc) ? wr_ptr_d : wr_ptr_q[rd_vc];

  always_ff @(posedge clk_i) begin : p_memory
    if (push_valid_i) begin
      mem_q[{push_vc, push_ptr}] <= push_data_i[0];
    end
    if (push_pair_i) begin
      mem_q[{push_vc, push_second_ptr}] <= push_data_i[1];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_queues
    if (!rst_ni) begin
      rd_ptr_q <= '0;
      wr_ptr_q <= '0;
      has_cell_q <= '0;
      push_vc_q <= '0;
      push_next_ptr_q <= '0;
    end else begin
      if (push_valid_i) begin
        push_vc_q <= push_vc;
        push_next_ptr_q <= push_ptr + ptr_t'(push_pair_i) + 1'b1;
      end
      if (push_cell) begin
        wr_ptr_q[push_vc] <= wr_ptr_d;
        has_cell_q[push_vc] <= 1'b1;
      end
      if (choose) begin
        rd_ptr_q[rd_vc] <= rd_ptr_d;
        has_cell_q[rd_vc] <= rd_ptr_d != chosen_wr_ptr_d;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_qos
    if (!rst_ni) begin
      strict_ptr_q <= '0;
      cur_q <= '0;
      budget_q <= '0;
    end else if (choose && !alone) begin
      if (any_strict) begin
        strict_ptr_q <= (chosen_vc == LastVc) ? '0 : chosen_vc + 1'b1;
      end else begin
        cur_q <= chosen_vc;
        budget_q[idx_t'(chosen_vc)] <= budget_d - budget_t'({1'b0, rd_len});
      end
    end
  end

  // Space: a cell's words count from its reservation until its header is on the link.
  idx_t       reserve_vc;
  logic [7:0] reserve_space_d, release_space_d;
  assign reserve_vc = idx_t'(reserve_vc_i);
  assign reserve_space_d = space_q[reserve_vc] - 8'(reserve_words_i);
  assign release_space_d = ((reserve_valid_i && reserve_vc == rd_vc) ?
      reserve_space_d : space_q[rd_vc]) + 8'(rd_len);

  // Loaded from the strap with the clock, since no common flip-flop loads a pin asynchronously.
  always_ff @(posedge clk_i) begin : p_space
    if (!rst_ni) begin
      space_q <= {NumVcs{queue_words_i}};
    end else begin
      if (reserve_valid_i) begin
        space_q[reserve_vc] <= reserve_space_d;
      end
      if (choose) begin
        space_q[rd_vc] <= release_space_d;
      end
    end
  end

  assign space_o = space_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_out
    if (!rst_ni) begin
      tx_left_q <= '0;
      tx_vc_q <= '0;
      tx_next_ptr_q <= '0;
      tx_valid_o <= 1'b0;
      tx_sop_o <= 1'b0;
      tx_data_o <= '0;
    end else begin
      tx_valid_o <= rd_valid;
      tx_sop_o <= choose;
      tx_data_o <= rd_data;
      if (rd_valid) begin
        tx_left_q <= (choose ? rd_len : tx_left_q) - 1'b1;
        tx_vc_q <= rd_vc;
        tx_next_ptr_q <= rd_ptr + 1'b1;
      end
    end
  end

  initial begin
    NumVcsInRange: assert (NumVcs >= 1 && NumVcs <= 32)
      else $error("NumVcs must be 1..32");
    MaxWordsIsPowerOfTwo: assert (MaxWords == 1 << PtrW && MaxWords >= 255 + 32'(MaxLen))
      else $error("MaxWords must be a power of two above a space of 255 and a cell of 20 words");
  end

  // Reserved words whose cell has not arrived, and missing words of the cell being pushed; only the
  // assertions use them.
  logic [NumVcs-1:0][7:0] due_q;
  logic [LenW-1:0]        push_left_q;

  // A decision between VCs, and one of them, any one, has no weight.
  logic weight_zero;
  always_comb begin : p_weight_zero
    weight_zero = 1'b0;
    if (choose && !alone) begin
      for (int unsigned v = 0; v < NumVcs; v++) begin
        weight_zero |= weight_i[v] == '0;
      end
    end
  end

  always_ff @(posedge clk_i) begin : p_assert
    if (!rst_ni) begin
      due_q <= '0;
      push_left_q <= '0;
    end else begin
      if (reserve_valid_i) begin
        due_q[reserve_vc] <= due_q[reserve_vc] + 8'(reserve_words_i);
        ReserveWithinSpace: assert (8'(reserve_words_i) <= space_q[reserve_vc])
          else $error("more words were reserved than are free");
        ReserveVcInRange: assert (32'(reserve_vc_i) < NumVcs)
          else $error("space was reserved for a VC that does not exist");
      end
      if (push_valid_i) begin
        push_left_q <= (push_sop_i ? push_len : push_left_q) - LenW'(push_pair_i) - 1'b1;
      end
      if (push_cell) begin
        due_q[push_vc] <= due_q[push_vc] - 8'(push_len)
            + ((reserve_valid_i && reserve_vc == push_vc) ? 8'(reserve_words_i) : 8'd0);
        PushIsReserved: assert (8'(push_len) <= due_q[push_vc] &&
                                32'(header_vc) < NumVcs)
          else $error("a cell was pushed without a reservation for its words");
        LenIsLegal: assert (push_len >= MinLen && push_len <= MaxLen)
          else $error("a cell must have 2 to 20 words");
      end
      WeightNotZero: assert (!weight_zero)
        else $error("weights must be 1..255");
      CellIsContiguous: assert ((push_left_q != '0) ?
          (push_valid_i && !push_sop_i) : (!push_valid_i || push_sop_i))
        else $error("words of a cell must follow each other; no word without a cell");
    end
  end

endmodule
