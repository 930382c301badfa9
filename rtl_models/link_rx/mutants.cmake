# SPDX-License-Identifier: Apache-2.0
# Bugs planted in link_rx.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# A missing slot inside a cell is passed over instead of filled.
mutant(1 "in_cell = left_q != '0;" "in_cell = left_q != '0 && valid_i;")
# A word lost inside a cell is filled, but does not count: the cell ends one word late.
mutant(2 "left_q <= left_q - 1'b1" "left_q <= left_q - LenW'(good)")
# FC counts while the link is not up.
mutant(3 "code != OscIdle && (!is_fc || enable_i)" "code != OscIdle")
# Loss of lock ends a cell.
mutant(4 "end else if (in_cell) begin" "end else if (!lock_i) begin
      left_q <= '0;
    end else if (in_cell) begin")
# A cell without hops left passes.
mutant(5 "32'(vc) < NumVcs &&
      hop != '0" "32'(vc) < NumVcs")
# A control word inside a cell is forwarded to the switch.
mutant(6 "(in_cell && data)" "(in_cell && good)")
# The lost slot that costs the lock is counted.
mutant(7 "!good && lock_i && (violation_i || valid_i)"
       "!good && (violation_i || (lock_i && valid_i))")
