# SPDX-License-Identifier: Apache-2.0
# Bugs planted in solicitation.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# An operation needs no more than its own size.
mutant(1 "(UsedW+1)'(used_q) + (UsedW+1)'(MaxBytes) <="
       "(UsedW+1)'(used_q) + (UsedW+1)'(head[chosen].size) <=")
# Room for exactly 4096 bytes is not enough.
mutant(2 "(UsedW+1)'(MaxBytes) <= (UsedW+1)'(window_i)"
       "(UsedW+1)'(MaxBytes) < (UsedW+1)'(window_i)")
# Each operation is debited with 4096 bytes.
mutant(3 "used_q + UsedW'(granted_size)"
       "used_q + ((grants != '0) ? UsedW'(MaxBytes) : '0)")
# A refund opens the window in its own cycle.
mutant(4 "assign fits = (UsedW+1)'(used_q) +" "assign fits = (UsedW+1)'(used_q) -
      (refund_valid_i ? (UsedW+1)'(refund_bytes_i) : '0) +")
# A refund in the cycle of a grant is lost.
mutant(5 "(refund_valid_i ? UsedW'(refund_bytes_i)"
       "((refund_valid_i && grants == '0) ? UsedW'(refund_bytes_i)")
# An operation expires one cycle late.
mutant(6 "now_q - head[c].stamp >= dispatch_limit_i"
       "now_q - head[c].stamp > dispatch_limit_i")
# Of two heads that have waited too long, class 1 leaves first.
mutant(7 "{is_late[1] && !is_late[0], is_late[0]}"
       "{is_late[1], is_late[0] && !is_late[1]}")
# A head that has to wait for the other class to expire cannot be granted.
mutant(8 "asks = has_head & ~expires" "asks = has_head & ~is_late")
# A class is granted and expires in one cycle.
mutant(9 "asks = has_head & ~expires" "asks = has_head")
# Grants of a class that is alone count for its turn.
mutant(10 "if (grants != '0 && contended)"
       "if (grants != '0 && (contended || chosen == turn_q))")
# The turn goes to the other class one grant late.
mutant(11 "counted_q + 1'b1 == weight_i[turn_q]" "counted_q == weight_i[turn_q]")
# Each turn lasts as long as the other class's weight says.
mutant(12 "weight_i[turn_q];" "weight_i[!turn_q];")
# Strict priority is for class 1.
mutant(13 "(!strict_i && turn_q)" "(strict_i || turn_q)")
# Nothing holds grants back.
mutant(14 "(hold_i || !fits) ? '0 :" "!fits ? '0 :")
# Hold keeps operations from expiring.
mutant(15 "{is_late[1] && !is_late[0], is_late[0]}"
       "hold_i ? '0 : {is_late[1] && !is_late[0], is_late[0]}")
# A push in the cycle of a grant does not count.
mutant(16 "+ count_t'(push) - count_t'(leaves[c])"
       "+ count_t'(push && !leaves[c]) - count_t'(leaves[c])")
# The clock has no carry into its topmost bit.
mutant(17 "now_q <= now_q + 1'b1" "now_q <= {now_q[15], now_q[14:0] + 15'd1}")
# Bytes in service and 4096 more are compared with the window without their carry.
mutant(18 "(UsedW+1)'(used_q) + (UsedW+1)'(MaxBytes) <="
       "(UsedW+1)'(UsedW'(used_q + UsedW'(MaxBytes))) <=")
# Bytes in service have no carry into their topmost bit.
mutant(19 "used_q + UsedW'(granted_size)"
       "{used_q[UsedW-1], used_q[UsedW-2:0] + (UsedW-1)'(granted_size)}")
# Waits longer than 16 bits can count: found by rma_long_waits_lockstep.cpp alone.
# An operation that has waited 65536 cycles has not waited at all.
mutant(long "old_q != '0 || now_q" "now_q")
