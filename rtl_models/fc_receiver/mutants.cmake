# SPDX-License-Identifier: Apache-2.0
# Bugs planted in fc_receiver.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# A VC that stands twice in a report is granted its lost words twice.
mutant(1 "exists[k] && first[k] && difference" "exists[k] && difference")
# A report is compared with a count from which the cell of the cycle before is missing.
mutant(2
  "assign cell_vc = idx_t'(cell_vc_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_received
    if (!rst_ni) begin
      received_q <= '0;
    end else begin
      if (cell_valid_i) begin
        received_q[cell_vc] <= received_q[cell_vc] + CountW'(cell_words_i);
      end"
  "logic [LenW-1:0] cell_words;
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_received
    if (!rst_ni) begin
      received_q <= '0;
      cell_words <= '0;
      cell_vc <= '0;
    end else begin
      cell_words <= cell_valid_i ? cell_words_i : '0;
      cell_vc <= idx_t'(cell_vc_i);
      received_q[cell_vc] <= received_q[cell_vc] + CountW'(cell_words);")
# Words received are not counted modulo 4096: a report beyond the end of the circle finds no loss.
mutant(3 "first[k] && difference != '0"
       "first[k] && entries[k].count > received_q[idx_t'(entries[k].vc)]")
# Only the first entry of a report corrects its count; the others report their loss again.
mutant(4 "set_valid_i && report && exists[k] && first[k]"
       "set_valid_i && report && exists[k] && k == 0")
# A VC that does not exist is taken for another one.
mutant(5 "exists[k] = 32'(entries[k].vc) < NumVcs" "exists[k] = 1'b1")
# A set that arrives early discards the last entry of the previous one.
mutant(6 "shown_q <= shown_d;"
       "shown_q <= (shown_q[1] != '0) ? {shown_q[1], shown_d[1:0]} : shown_d;")
# A loss of exactly half the number range is not reported.
mutant(7 "first[k] && difference != '0" "first[k] && difference[CountW-2:0] != '0")
