// SPDX-License-Identifier: Apache-2.0
// A switch of cells, written from the README of cell_switch around acme_fifo, acme_matcher and acme_egress.
module acme_switch
  import acme_fifo_pkg::*;
#(
  parameter int P = 4,
  parameter int CLASSES = 4,
  parameter int BEATS = 64
) (
  input  logic                 clk,
  input  logic                 rst,
  input  logic [2:0]           cfg_rounds,
  input  logic [P-1:0][11:0]   cfg_depth,
  input  logic [P-1:0][11:0]   cfg_limit,
  input  logic [P-1:0]         cfg_free_running,  // an output that needs no credit
  input  logic [7:0]           cfg_room,
  input  logic [CLASSES-1:0]   cfg_strict,
  input  logic [CLASSES*8-1:0] cfg_weight,
  input  logic [65:0]          link_in [P],       // {valid, first, word}
  input  logic [10:0]          way [P],           // {class, port}
  input  logic [17:0]          limit_in [P],      // {valid, class, limit}
  input  logic [P-1:0]         link_free,
  output logic [64:0]          ask [P],           // {valid, header}
  output logic [P-1:0]         bad_header,
  output logic [11:0]          pair [P],          // {valid, port, class}
  output logic [P-1:0][1:0]    middle,            // {valid, first} behind the crossbar
  output logic [65:0]          link_out [P],
  output logic [17:0]          limit_out [P]
);
  function automatic logic [7:0] crc(logic [55:0] data);
    crc = 8'hFF;
    for (int k = 0; k < 56; k++) crc = {1'b0, crc[7:1]} ^ (crc[0] ^ data[k] ? 8'hE0 : 8'h00);
  endfunction
  function automatic logic is_good(logic [63:0] h);
    return h[3:0] == 4'h1 && h[40:36] inside {[2:20]} && !(h[44:41] inside {[10:14]}) && h[63:56] == crc(h[55:0]) &&
           h[54:50] != 0 && 32'(h[49:45]) < CLASSES;
  endfunction
  function automatic logic [63:0] forwarded(logic [63:0] h, logic [4:0] new_class);
    automatic logic [55:0] low = {h[55], h[54:50] - 5'd1, new_class, h[44:0]};
    return {crc(low), low};
  endfunction

  logic [P*CLASSES-1:0]   want;
  logic [P*CLASSES*6-1:0] want_dst;
  logic [P-1:0]           src_idle, dst_idle, hit;
  logic [P*6-1:0]         hit_dst;
  logic [P*5-1:0]         hit_class;
  // Settings go with the cells: used by the matcher a cycle later, by the egresses five. In reset they follow the pins.
  logic [4:0][2:0]           rounds_after;
  logic [4:0][CLASSES-1:0]   strict_after;
  logic [4:0][CLASSES*8-1:0] weight_after;
  always_ff @(posedge clk) begin
    rounds_after <= rst ? {5{cfg_rounds}} : {rounds_after[3:0], cfg_rounds};
    strict_after <= rst ? {5{cfg_strict}} : {strict_after[3:0], cfg_strict};
    weight_after <= rst ? {5{cfg_weight}} : {weight_after[3:0], cfg_weight};
  end
  acme_matcher #(.N(P), .V(CLASSES)) matcher (
    .clk, .srst(rst), .rounds(rounds_after[0]), .urgent(strict_after[0]), .want, .want_dst, .src_idle, .dst_idle, .hit, .hit_dst,
    .hit_class);

  logic [P-1:0][CLASSES-1:0][11:0] limit, sent;  // of outputs, modulo 4096
  logic [CLASSES*8-1:0]            room [P];
  logic [P-1:0][15:0]              hit_front;    // {class, port, words} of the matched cell
  read_t                           rd [P];
  logic [P-1:0][5:0]               dst_1, dst_2, dst_held, dst_now;
  logic [P-1:0][4:0]               src_hold, dst_hold;
  logic [P-1:0][65:0]              crossed;

  for (genvar i = 0; i < P; i++) begin : g_in
    // Reception: the word of this cycle, then two cycles in the lookup.
    logic [4:0]  missing;
    logic [65:0] s1, s2, s3;
    wire [63:0] word = link_in[i][63:0];
    wire first = link_in[i][65] && link_in[i][64];
    wire good = first && is_good(word);
    wire more = link_in[i][65] && !first && missing != 0;
    always_ff @(posedge clk) begin
      s1 <= good || more ? {1'b1, first, word} : '0;
      s2 <= s1;
      s3 <= s2;
      ask[i] <= good ? {1'b1, word} : '0;
      bad_header[i] <= first && !good;
      if (good) missing <= word[40:36] - 5'd1;
      else if (first) missing <= '0;
      else if (more) missing <= missing - 5'd1;
      if (rst) begin
        s1 <= '0;
        s2 <= '0;
        s3 <= '0;
        ask[i] <= '0;
        bad_header[i] <= 1'b0;
        missing <= '0;
      end
    end

    logic [4:0] class_held;
    wire [4:0] class_now = s3[64] ? s3[49:45] : class_held;
    always_ff @(posedge clk) class_held <= class_now;
    write_t wr;
    always_comb begin
      wr = '0;
      if (s3[65])
        wr = '{strobe: 1'b1, head: s3[64], class_id: class_now, beats: s3[40:36], tag: way[i],
               payload: s3[64] ? forwarded(s3[63:0], way[i][10:6]) : s3[63:0]};
    end

    logic [11:0]        depth [CLASSES];
    logic [CLASSES-1:0] empty;
    logic [15:0]        front [CLASSES];
    credit_t            credit;
    always_comb for (int k = 0; k < CLASSES; k++) depth[k] = cfg_depth[i];
    acme_fifo #(.CLASSES(CLASSES), .BEATS(BEATS), .READ_REGS(0)) fifo (
      .core_clk(clk), .core_rst(rst), .limit(depth), .wr, .take(hit[i]), .take_class(hit_class[i*5 +: 5]), .empty, .front,
      .rd(rd[i]), .credit);
    assign limit_out[i] = {credit.strobe, credit.class_id, credit.total};
    assign hit_front[i] = front[hit_class[i*5 +: 5]];

    // A head requests its output if the whole cell fits there.
    for (genvar k = 0; k < CLASSES; k++) begin : g_ask
      wire [4:0]  words = front[k][4:0];
      wire [5:0]  port = front[k][10:5];
      wire [4:0]  out_class = front[k][15:11];
      wire [11:0] credit_left = limit[port][out_class] - sent[port][out_class];
      wire        has_credit = !cfg_free_running[port] ? !credit_left[11] && credit_left >= 12'(words) : 1'b1;
      assign want[i*CLASSES + k] = !empty[k] && has_credit && room[port][8*out_class +: 8] >= 8'(words);
      assign want_dst[(i*CLASSES + k)*6 +: 6] = port;
    end
    assign pair[i] = {hit[i], hit_dst[i*6 +: 6], hit_class[i*5 +: 5]};
    assign src_idle[i] = src_hold[i] == 0;
    assign dst_now[i] = rd[i].head ? dst_2[i] : dst_held[i];
  end

  // Crossbar: words of a cell follow its match by two cycles.
  always_ff @(posedge clk) begin
    dst_1 <= hit_dst;
    dst_2 <= dst_1;
    dst_held <= dst_now;
    crossed <= '0;
    for (int i = 0; i < P; i++) begin
      if (rd[i].strobe) crossed[dst_now[i]] <= {1'b1, rd[i].head, rd[i].payload};
      if (src_hold[i] != 0) src_hold[i] <= src_hold[i] - 5'd1;
      if (dst_hold[i] != 0) dst_hold[i] <= dst_hold[i] - 5'd1;
    end
    for (int i = 0; i < P; i++) if (hit[i]) begin
      src_hold[i] <= hit_front[i][4:0] - 5'd2;
      dst_hold[hit_dst[i*6 +: 6]] <= hit_front[i][4:0] - 5'd2;
    end
    if (rst) begin
      crossed <= '0;
      src_hold <= '0;
      dst_hold <= '0;
    end
  end

  for (genvar o = 0; o < P; o++) begin : g_out
    logic        book;
    logic [15:0] cell_in;
    always_comb begin
      book = 1'b0;
      cell_in = '0;
      for (int i = 0; i < P; i++)
        if (hit[i] && 32'(hit_dst[i*6 +: 6]) == o) begin
          book = 1'b1;
          cell_in = hit_front[i];
        end
    end
    wire [11:0] ahead = limit_in[o][11:0] - limit[o][limit_in[o][16:12]];
    always_ff @(posedge clk) begin
      if (limit_in[o][17] && !ahead[11]) limit[o][limit_in[o][16:12]] <= limit_in[o][11:0];
      if (book && !cfg_free_running[o]) sent[o][cell_in[15:11]] <= sent[o][cell_in[15:11]] + 12'(cell_in[4:0]);
      if (rst) begin
        limit[o] <= {CLASSES{cfg_limit[o]}};
        sent[o] <= '0;
      end
    end
    acme_egress #(.CLASSES(CLASSES)) egress (
      .clk, .rst, .room_max(cfg_room), .strict(strict_after[4]), .weight(weight_after[4]), .book,
      .book_class(cell_in[15:11]), .book_words(cell_in[4:0]), .put(crossed[o][65]), .put_head(crossed[o][64]), .put_word(crossed[o][63:0]),
      .line_free(link_free[o]), .room(room[o]), .go(link_out[o][65]), .go_head(link_out[o][64]),
      .go_word(link_out[o][63:0]));
    assign dst_idle[o] = dst_hold[o] == 0;
    assign middle[o] = crossed[o][65:64];
  end
endmodule
