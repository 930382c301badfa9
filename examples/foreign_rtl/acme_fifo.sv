// SPDX-License-Identifier: Apache-2.0
// A buffer of cells per class, written from the README of vc_fifo for a memory with an output register: what is read
// comes READ_REGS cycles later than tinsim's block shows it. Structs instead of single ports.
package acme_fifo_pkg;
  typedef struct packed {
    logic        strobe;
    logic        head;
    logic [4:0]  class_id;
    logic [4:0]  beats;
    logic [10:0] tag;
    logic [63:0] payload;
  } write_t;
  typedef struct packed {
    logic [63:0] payload;
    logic        head;
    logic        strobe;
  } read_t;
  typedef struct packed {
    logic        strobe;
    logic [4:0]  class_id;
    logic [4:0]  beats;
    logic [11:0] total;
  } credit_t;
endpackage

module acme_fifo
  import acme_fifo_pkg::*;
#(
  parameter int CLASSES = 4,
  parameter int BEATS = 64,  // per class
  parameter int READ_REGS = 1
) (
  input  logic                  core_clk,
  input  logic                  core_rst,
  input  logic [11:0]           limit [CLASSES],
  input  write_t                wr,
  input  logic                  take,
  input  logic [4:0]            take_class,
  output logic [CLASSES-1:0]    empty,
  output logic [15:0]           front [CLASSES],  // {tag, beats}
  output read_t                 rd,
  output credit_t               credit
);
  localparam int SLOTS = BEATS / 2;
  localparam int BW = $clog2(BEATS);
  localparam int SW = $clog2(SLOTS);
  localparam int CW = $clog2(CLASSES);

  // Storage of all classes in one memory each.
  logic [63:0] beats_mem [CLASSES * BEATS];
  logic [15:0] cells_mem [CLASSES * SLOTS];

  for (genvar g = 0; g < CLASSES; g++) begin : g_class
    logic [SW:0]   wr_cell, rd_cell;
    logic [BW-1:0] wr_beat, rd_beat;
    logic [11:0]   total;
    wire mine_in = wr.strobe && wr.class_id == 5'(g);
    wire mine_out = take && take_class == 5'(g);
    always_ff @(posedge core_clk) begin
      if (core_rst) begin
        wr_cell <= '0;
        rd_cell <= '0;
        wr_beat <= '0;
        rd_beat <= '0;
        total <= limit[g];
      end else begin
        if (mine_in) begin
          beats_mem[g * BEATS + int'(wr_beat)] <= wr.payload;
          wr_beat <= wr_beat + 1'b1;
          if (wr.head) begin
            cells_mem[g * SLOTS + int'(wr_cell[SW-1:0])] <= {wr.tag, wr.beats};
            wr_cell <= wr_cell + 1'b1;
          end
        end
        if (mine_out) rd_cell <= rd_cell + 1'b1;
        if (busy && now_class == CW'(g)) begin
          rd_beat <= rd_beat + 1'b1;
          if (now_head) total <= total + 12'(now_left);
        end
      end
    end
    assign empty[g] = wr_cell == rd_cell;
    assign front[g] = empty[g] ? '0 : cells_mem[g * SLOTS + int'(rd_cell[SW-1:0])];
  end

  // The cell being read.
  logic          busy, now_head;
  logic [CW-1:0] now_class;
  logic [4:0]    now_left;
  logic [BW-1:0] beat_of [CLASSES];
  logic [11:0]   total_of [CLASSES];
  for (genvar g = 0; g < CLASSES; g++) begin : g_of
    assign beat_of[g] = g_class[g].rd_beat;
    assign total_of[g] = g_class[g].total;
  end
  always_ff @(posedge core_clk) begin
    if (core_rst) begin
      busy <= 1'b0;
      now_left <= '0;
      now_head <= 1'b0;
      now_class <= '0;
    end else if (take) begin
      busy <= 1'b1;
      now_head <= 1'b1;
      now_class <= take_class[CW-1:0];
      now_left <= front[take_class[CW-1:0]][4:0];
    end else if (busy) begin
      busy <= now_left != 5'd1;
      now_head <= 1'b0;
      now_left <= now_left - 1'b1;
    end
  end

  // The memory's own register, then READ_REGS more.
  read_t   rd_pipe [READ_REGS + 1];
  credit_t credit_pipe [READ_REGS + 1];
  always_ff @(posedge core_clk) begin
    rd_pipe[0] <= '0;
    credit_pipe[0] <= '0;
    if (busy && !core_rst) begin
      rd_pipe[0] <= '{payload: beats_mem[int'(now_class) * BEATS + int'(beat_of[now_class])], head: now_head,
                      strobe: 1'b1};
      if (now_head)
        credit_pipe[0] <= '{strobe: 1'b1, class_id: 5'(now_class), beats: now_left,
                            total: total_of[now_class] + 12'(now_left)};
    end
    for (int n = 1; n <= READ_REGS; n++) begin
      rd_pipe[n] <= core_rst ? '0 : rd_pipe[n - 1];
      credit_pipe[n] <= core_rst ? '0 : credit_pipe[n - 1];
    end
  end
  assign rd = rd_pipe[READ_REGS];
  assign credit = credit_pipe[READ_REGS];
endmodule
