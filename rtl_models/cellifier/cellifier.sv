// SPDX-License-Identifier: Apache-2.0
// Cellifier: a packet's bytes as DATA cells.

/// One job at a time. Cells take 148 bytes, so that every other one begins in the middle of a
/// payload word: its second half waits in a register.
module cellifier
  import tin_pkg::*;
(
  /// Clock.
  input  logic              clk_i,
  /// Reset, active low, asserted asynchronously.
  input  logic              rst_ni,
  /// A packet is to be sent.
  input  logic              job_valid_i,
  /// Length in bytes, 1..16383.
  input  logic [BytesW-1:0] job_bytes_i,
  /// Place in the reassembly buffer.
  input  logic [15:0]       job_eptr_i,
  /// Destination address of its cells.
  input  logic [15:0]       job_dst_i,
  /// Source address of its cells.
  input  logic [15:0]       job_src_i,
  /// Virtual channel of its cells.
  input  logic [VcW-1:0]    job_vc_i,
  /// Trace bit of its cells.
  input  logic              job_trace_i,
  /// A job offered now is taken.
  output logic              job_ready_o,
  /// The packet's next 8 bytes are there.
  input  logic              data_valid_i,
  /// The 8 bytes, the first one in the low bits.
  input  logic [WordW-1:0]  data_i,
  /// A word offered now is taken.
  output logic              data_ready_o,
  /// A cell may begin in the next cycle.
  input  logic              start_ok_i,
  /// A word of a cell.
  output logic              cell_valid_o,
  /// The word is the header.
  output logic              cell_sop_o,
  /// The word is the last of the cell.
  output logic              cell_eop_o,
  /// The word.
  output logic [WordW-1:0]  cell_data_o,
  /// The cell is the last of the packet.
  output logic              last_o
);

  localparam int unsigned FifoWords = 32;
  localparam int unsigned PtrW = $clog2(FifoWords);
  localparam int unsigned WordBytes = WordW / 8;
  localparam int unsigned HalfW = WordW / 2;
  localparam int unsigned DueW = 12;
  localparam logic [3:0] TypeData = 4'd3;
  localparam logic [4:0] Hops = 5'd12;

  typedef logic [PtrW-1:0] ptr_t;
  typedef logic [PtrW:0] count_t;
  /// Bytes of one cell, 0..148.
  typedef logic [7:0] vbytes_t;
  localparam vbytes_t MaxVbytes = vbytes_t'(CellBytes);

  /// The first `valid` of some bytes, zeros behind them.
  function automatic logic [WordW-1:0] cut(logic [WordW-1:0] bytes, vbytes_t valid);
    return (valid >= vbytes_t'(WordBytes)) ? bytes :
        bytes & ~({WordW{1'b1}} << {valid[2:0], 3'd0});
  endfunction

  // ---- the job
  logic              held_q;
  logic [15:0]       eptr_q, dst_q, src_q;
  logic [VcW-1:0]    vc_q;
  logic              trace_q;
  logic [BytesW-1:0] bytes_q;  // in cells that have not begun
  logic [DueW-1:0]   due_q;    // payload words not taken yet
  vbytes_t           index_q;  // of the cell in progress, or else of the next

  logic take_job, push, begin_cell, end_cell;
  assign job_ready_o = !held_q;
  assign take_job = job_valid_i && job_ready_o;

  vbytes_t vbytes;
  assign vbytes = (bytes_q > BytesW'(CellBytes)) ? MaxVbytes : vbytes_t'(bytes_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_job
    if (!rst_ni) begin
      held_q <= 1'b0;
      eptr_q <= '0;
      dst_q <= '0;
      src_q <= '0;
      vc_q <= '0;
      trace_q <= 1'b0;
      bytes_q <= '0;
      due_q <= '0;
      index_q <= '0;
    end else if (take_job) begin
      held_q <= 1'b1;
      eptr_q <= job_eptr_i;
      dst_q <= job_dst_i;
      src_q <= job_src_i;
      vc_q <= job_vc_i;
      trace_q <= job_trace_i;
      bytes_q <= job_bytes_i;
      due_q <= DueW'(((BytesW+1)'(job_bytes_i) + (BytesW+1)'(WordBytes - 1)) >> 3);
      index_q <= '0;
    end else begin
      if (last_o) begin
        held_q <= 1'b0;
      end
      if (begin_cell) begin
        bytes_q <= bytes_q - BytesW'(vbytes);
      end
      if (end_cell) begin
        index_q <= index_q + 1'b1;
      end
      if (push) begin
        due_q <= due_q - 1'b1;
      end
    end
  end

  // ---- its payload: all its words are in the FIFO before the cell begins
  logic [WordW-1:0] mem_q [FifoWords];
  ptr_t             wr_ptr_q, rd_ptr_q;
  count_t           count_q;
  logic [WordW-1:0] head;
  logic [HalfW-1:0] rest_q;
  logic             pop;
  assign data_ready_o = held_q && due_q != '0 && count_q != count_t'(FifoWords);
  assign push = data_valid_i && data_ready_o;
  assign head = mem_q[rd_ptr_q];

  always_ff @(posedge clk_i) begin : p_memory
    if (push) begin
      mem_q[wr_ptr_q] <= data_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_fifo
    if (!rst_ni) begin
      wr_ptr_q <= '0;
      rd_ptr_q <= '0;
      count_q <= '0;
      rest_q <= '0;
    end else begin
      count_q <= count_q + count_t'(push) - count_t'(pop);
      if (push) begin
        wr_ptr_q <= wr_ptr_q + 1'b1;
      end
      if (pop) begin
        rd_ptr_q <= rd_ptr_q + 1'b1;
        rest_q <= head[WordW-1:HalfW];
      end
    end
  end

  // ---- the cell in progress
  logic [LenW-1:0] left_q;       // words behind the one on the pins
  vbytes_t         cell_left_q;  // bytes in these words
  logic [LenW-1:0] len;
  count_t          needed;
  logic            odd;
  assign odd = index_q[0];
  // In addition to its bytes a cell has 12: the header, then eptr, index and count.
  assign len = LenW'((vbytes + vbytes_t'(19)) >> 3);
  // A cell of odd index finds its first four bytes in the register.
  assign needed = count_t'((vbytes + (odd ? vbytes_t'(3) : vbytes_t'(7))) >> 3);
  assign begin_cell = start_ok_i && held_q && bytes_q != '0 && left_q == '0 &&
      count_q + count_t'(push) >= needed;
  assign end_cell = left_q == LenW'(1);

  cell_header_t        header;
  logic [CoveredW-1:0] covered;
  assign covered = {trace_q, Hops, vc_q, TypeData, len, src_q, dst_q, OscStart};
  assign header = {crc8(covered), covered};

  logic [WordW-1:0] first_word, body_word, next_word;
  vbytes_t          next_bytes;
  assign first_word = {HalfW'(cut({HalfW'(0), odd ? rest_q : head[HalfW-1:0]}, cell_left_q)),
                       cell_left_q, index_q, eptr_q};
  assign body_word = cut(odd ? head : {head[HalfW-1:0], rest_q}, cell_left_q);

  always_comb begin : p_next
    pop = 1'b0;
    next_word = '0;
    next_bytes = '0;
    if (begin_cell) begin
      next_word = header;
    end else if (left_q != '0) begin
      if (cell_sop_o) begin
        pop = !odd;
        next_word = first_word;
        next_bytes = vbytes_t'(WordBytes / 2);
      end else begin
        pop = odd || cell_left_q > vbytes_t'(WordBytes / 2);
        next_word = body_word;
        next_bytes = vbytes_t'(WordBytes);
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_cell
    if (!rst_ni) begin
      left_q <= '0;
      cell_left_q <= '0;
    end else if (begin_cell) begin
      left_q <= len - 1'b1;
      cell_left_q <= vbytes;
    end else if (left_q != '0) begin
      left_q <= left_q - 1'b1;
      cell_left_q <= (cell_left_q > next_bytes) ? cell_left_q - next_bytes : '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_out
    if (!rst_ni) begin
      cell_valid_o <= 1'b0;
      cell_sop_o <= 1'b0;
      cell_eop_o <= 1'b0;
      cell_data_o <= '0;
      last_o <= 1'b0;
    end else begin
      cell_valid_o <= begin_cell || left_q != '0;
      cell_sop_o <= begin_cell;
      cell_eop_o <= end_cell;
      cell_data_o <= next_word;
      last_o <= end_cell && bytes_q == '0;
    end
  end

  always_ff @(posedge clk_i) begin : p_assert
    if (rst_ni) begin
      JobHasBytes: assert (!job_valid_i || job_bytes_i != '0)
        else $error("a packet has no bytes");
      JobNeedsReady: assert (!job_valid_i || job_ready_o)
        else $error("a packet is offered while another one is held");
      DataNeedsReady: assert (!data_valid_i || data_ready_o)
        else $error("payload is offered that cannot be taken");
    end
  end

endmodule
