// SPDX-License-Identifier: Apache-2.0
// Output of a port of acme_switch: a ring of words per class, strict classes first, the others by surplus round
// robin. One process that computes with variables.
module acme_egress #(
  parameter int CLASSES = 4
) (
  input  bit                clk,
  input  bit                rst,
  input  logic [7:0]        room_max,
  input  logic [CLASSES-1:0] strict,
  input  logic [CLASSES*8-1:0] weight,
  input  logic              book,       // space for a cell
  input  logic [4:0]        book_class,
  input  logic [4:0]        book_words,
  input  logic              put,
  input  logic              put_head,
  input  logic [63:0]       put_word,
  input  logic              line_free,
  output logic [CLASSES*8-1:0] room,
  output logic              go,
  output logic              go_head,
  output logic [63:0]       go_word
);
  logic [63:0] ring [CLASSES][256];
  int unsigned fill_at [CLASSES], drain_at [CLASSES], cells [CLASSES], booked [CLASSES];
  int signed   budget [CLASSES];
  int unsigned strict_next, wrr_now, in_class, out_class, out_left;

  always_comb
    for (int k = 0; k < CLASSES; k++) room[8*k +: 8] = 8'(32'(room_max) - booked[k]);

  function automatic int unsigned first_of(logic [CLASSES-1:0] set, int unsigned from);
    for (int unsigned k = 0; k < CLASSES; k++)
      if (set[(from + k) % CLASSES]) return (from + k) % CLASSES;
    return 0;
  endfunction

  always @(posedge clk) begin
    automatic logic [CLASSES-1:0] ready = '0;
    automatic int unsigned chosen = 0;
    automatic logic [63:0] word = '0;
    automatic int unsigned words = 0;
    go <= 0;
    go_head <= 0;
    go_word <= 0;
    if (rst) begin
      for (int k = 0; k < CLASSES; k++) begin
        fill_at[k] = 0;
        drain_at[k] = 0;
        cells[k] = 0;
        booked[k] = 0;
        budget[k] = 0;
      end
      strict_next = 0;
      wrr_now = 0;
      in_class = 0;
      out_class = 0;
      out_left = 0;
    end else begin
      // Words that arrive are in the ring before one is taken: a word can leave in the cycle after it came.
      if (put) begin
        if (put_head) begin
          in_class = 32'(put_word[49:45]);
          cells[in_class]++;
        end
        ring[in_class][fill_at[in_class] % 256] = put_word;
        fill_at[in_class]++;
      end
      if (book) booked[32'(book_class)] += 32'(book_words);

      if (out_left == 0 && line_free) begin
        for (int k = 0; k < CLASSES; k++) ready[k] = cells[k] != 0;
        if ($countones(ready) == 1) begin
          chosen = first_of(ready, 0);
        end else if ((ready & strict) != '0) begin
          chosen = first_of(ready & strict, strict_next);
          strict_next = (chosen + 1) % CLASSES;
        end else if (ready != '0) begin
          if (!ready[wrr_now] || budget[wrr_now] <= 0) begin
            wrr_now = first_of(ready, wrr_now + 1);
            budget[wrr_now] = (budget[wrr_now] < 0 ? budget[wrr_now] : 0) + 20 * int'(weight[8*wrr_now +: 8]);
          end
          chosen = wrr_now;
        end
        if (ready != '0) begin
          word = ring[chosen][drain_at[chosen] % 256];
          words = 32'(word[40:36]);
          if ($countones(ready) > 1 && (ready & strict) == '0) budget[chosen] -= int'(words);
          cells[chosen]--;
          booked[chosen] -= words;
          out_class = chosen;
          out_left = words - 1;
          drain_at[chosen]++;
          go <= 1;
          go_head <= 1;
          go_word <= word;
        end
      end else if (out_left != 0) begin
        go <= 1;
        go_word <= ring[out_class][drain_at[out_class] % 256];
        drain_at[out_class]++;
        out_left--;
      end
    end
  end
endmodule
