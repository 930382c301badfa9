# SPDX-License-Identifier: Apache-2.0
# Bugs planted in timeout_wheel.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# A timer fires one cycle early.
mutant(1 "next_q + cycles - 1'b1" "next_q + cycles - stamp_t'(2)")
# A running timer is not restarted.
mutant(2 "(start_valid_i && 32'(start_id_i) < NumTimers)"
       "(start_valid_i && 32'(start_id_i) < NumTimers && !running_q[start_id])")
# A stop counts before a start.
mutant(3 " << stop_id) & ~start" " << stop_id)")
# Zero cycles are 65536.
mutant(4 "(start_cycles_i == '0) ? stamp_t'(1) : start_cycles_i" "start_cycles_i")
# Of those that are due, the lowest number fires.
mutant(5 "fired[t] = due_q[t] && place_q[t] == fire_place;"
       "fired[t] = due_q[t] && !start[t] && !stop[t] && fired == '0;")
# Of timers that are due at once, the highest number fires first.
mutant(6 "SlotW'(num_stay + before_group[t / GroupSize] +"
       "SlotW'(num_stay + count_t'($countones(becomes)) - 1'b1 - before_group[t / GroupSize] -")
# A timer that is stopped in the cycle in which it would fire fires.
mutant(7 " || (stop_due && stop_place == fire_place)" "")
# When a timer that is due is stopped, those behind it do not move up.
mutant(8 " -
              SlotW'(stop_due && place_q[t] > stop_place);" ";")
# Hold is not obeyed.
mutant(9 "fires = !hold_i && count_t'(fire_place) < num_due_q"
       "fires = count_t'(fire_place) < num_due_q")
# Hold stops the clock of the timers.
mutant(10 "next_q + 1'b1" "next_q + stamp_t'(!hold_i)")
# A timer number that does not exist names one that does.
mutant(11 "stop_valid_i && 32'(stop_id_i) < NumTimers" "stop_valid_i")
# A restarted timer counts twice.
mutant(12 "(start & ~running_q) != '0" "start != '0")
# A timer that has fired still runs.
mutant(13 "!= '0) - count_t'(fires)" "!= '0)")
# A timer due in the next cycle waits for its turn of the clock.
mutant(14 "((cycles == stamp_t'(1)) ? start : '0)" "'0")
# The clock has no carry into its topmost bit.
mutant(15 "next_q + 1'b1" "{next_q[15], next_q[14:0] + 15'd1}")
# Bit 14 of the times is not compared.
mutant(16 "deadline_q[t] == after_next"
       "(deadline_q[t] | 16'h4000) == (after_next | 16'h4000)")
# A timer that waits two cycles misses the comparison of its first cycle.
mutant(17 "((cycles == stamp_t'(2)) ? start : '0)" "'0")
# Timers that are due are counted modulo 256: when all are, none is.
wide_mutant(1 "num_due_q <= num_stay + count_t'($countones(becomes))"
            "num_due_q <= count_t'(8'(num_stay + count_t'($countones(becomes))))")
# The last timer of the group before is not counted.
wide_mutant(2 "mask_t'(becomes << (NumTimers - g * GroupSize))"
            "mask_t'(becomes << (NumTimers - g * GroupSize + 1))")
# Waits longer than 16 bits can count: found by rma_long_waits_lockstep.cpp alone.
# A timer that is held back becomes due again after 65536 cycles.
mutant(long "~(due_q | start | stop)" "~(start | stop)")
