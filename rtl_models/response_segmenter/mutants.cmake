# SPDX-License-Identifier: Apache-2.0
# Bugs planted in response_segmenter.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# Cells carry 128 bytes for any value of the strap.
mutant(1 "length_q > LengthW'(max_data_i)) ? max_data_i"
       "length_q > LengthW'(128)) ? PieceW'(128)")
# The last cell of a completion is as long as the others.
mutant(2 "max_data_i : PieceW'(length_q)"
       "max_data_i : ((error_q || length_q < LengthW'(9)) ? PieceW'(length_q) :
      PieceW'((length_q + LengthW'(7)) & ~LengthW'(7)))")
# Bytes that do not fill a word have none.
mutant(3 "(LengthW'(piece) + LengthW'(7)) >> 3" "LengthW'(piece) >> 3")
# An error is a cell like any other.
mutant(4 "(error_q || left == SizeW'(piece))" "(left == SizeW'(piece))")
# An error has the length of its completion.
mutant(5 "cpl_error_i ? '0 : cpl_length_i" "cpl_length_i")
# Each completion's last cell ends the read.
mutant(6 "(error_q || left == SizeW'(piece))" "(error_q || ends)")
# The last by place is the last.
mutant(7 "left == SizeW'(piece)"
       "SizeW'(offset_q) + SizeW'(piece) == size_q[context_idx]")
# Cells are numbered within each completion.
mutant(8 "length_q <= cpl_error_i" "counter_q <= CounterW'(1);
      length_q <= cpl_error_i")
# A cell is shown for one cycle only.
mutant(9 "shown = seg_valid_o && seg_ready_i" "shown = seg_valid_o")
# A completion is taken with the last cell of the one before.
mutant(10 "assign cpl_ready_o = !cutting_q;"
       "assign cpl_ready_o = !cutting_q || (shown && ends);")
# All cells of a completion have its offset.
mutant(11 "offset_q <= offset_q + OffsetW'(piece)" "offset_q <= offset_q")
# The newest free context is given.
mutant(12 "first_free = ~open_q & (open_q + 1'b1)"
  "first_free = {~open_q[NumContexts-1], {(NumContexts-1){1'b0}}} |
      (open_q[NumContexts-1] ? ~open_q & (open_q + 1'b1) : '0)")
# A read that is opened while another one closes is not counted.
mutant(13 "+ (ContextW+1)'(opens) -" "+ (ContextW+1)'(opens && !closes) -")
# A read that has ended keeps its context.
mutant(14 "& ~(mask_t'(closes) << context_idx)"
       "& ~(mask_t'(closes && !error_q) << context_idx)")
# The number of a cell has no carry beyond bit 15.
mutant(15 "counter_q <= counter_q + 1'b1"
       "counter_q <= {counter_q[47:16], counter_q[15:0] + 16'd1}")
