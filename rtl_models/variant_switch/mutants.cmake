# SPDX-License-Identifier: Apache-2.0
# Bugs planted in variant_switch.sv and its modules, each of which the lockstep must find
# (rtl_models/rtl.cmake). All but the first are in one class, since the switch is large.

# The crossbar is as fast as a link.
mutant(1 "speedup_i == 2'd2" "1'b0" FILE variant_fifo)

# A transfer does not wait for words that are still to arrive.
chosen_mutant(1 "(arrives > least) ? arrives : least" "least" FILE variant_fifo)
# It waits a cycle too long for them.
chosen_mutant(2 "missing_before_q + 1'b1" "missing_before_q + 2'd2" FILE variant_fifo)
# The words that are missing are counted a cycle too late.
chosen_mutant(3 "missing_q" "missing_q - LenW'(push_valid_i && missing_q != '0)" AFTER "missing_before_q <= " FILE variant_fifo)
# Any cell of the VC is taken for the one that is still arriving.
chosen_mutant(4 "first_q[pop_vc] == arriving_q" "1'b1" FILE variant_fifo)
# A cell of an odd number of words takes half of them, rounded down.
chosen_mutant(5 "(pop_len + 1'b1) >> 1" "(pop_len >> 1)" FILE variant_fifo)
# The cell behind the head is not seen.
chosen_mutant(6 "first_q[pop_vc] != last_q[pop_vc]" "1'b0" FILE variant_fifo)
# Only one of the places of a pair is free again.
chosen_mutant(7 "ptr_t'(rd_active) + ptr_t'(rd_pair)" "ptr_t'(rd_active)" AFTER "free_wr_q <= free_wr_q + " FILE variant_fifo)
# The second word of a pair is the first.
chosen_mutant(8 "mem_q[rd_second]" "mem_q[rd_addr_q]" FILE variant_fifo)
# The words of a popped cell are never granted again.
chosen_mutant(9 "granted_q[pop_vc] + CountW'(pop_len)" "granted_q[pop_vc]" FILE variant_fifo)
# Ports of a transfer of one cycle are left out of the next arbitration.
chosen_mutant(10 "hold[p] != 5'd1" "1'b1")
# The head of a VC that is being popped requests again.
chosen_mutant(11 "match_valid[p] && match_vc[p] == VcW'(v)" "1'b0")
# Credit that the visible match takes counts as free.
chosen_mutant(12 "avail[o][vc_idx_t'(take_vc[o])] - CountW'(take_words[o])" "avail[o][vc_idx_t'(take_vc[o])]")
# Space that it reserves counts twice as free.
chosen_mutant(13 "req_space - 8'(take_words[req_out])" "req_space + 8'(take_words[req_out])")
# Shared words are not counted.
chosen_mutant(14 "req_more <= shared_free[req_out]" "1'b1")
# A cell takes none of the shared words if they are all taken by its own VC.
chosen_mutant(15 "(left < shared) ? shared - left : '0" "(left < shared) ? left : '0")
# Shared words that VC 0 holds are not counted.
chosen_mutant(16 "beyond(tx_shared_q[o], credit[o][v])" "(v == 0) ? '0 : beyond(tx_shared_q[o], credit[o][v])")
# The rule is always iSLIP.
chosen_mutant(17 "rrm_q" "1'b0" AFTER ".rrm_i        (")
# The second word of a pair is lost in the crossbar.
chosen_mutant(18 "in_pair_i[i]" "1'b0" FILE variant_crossbar)
# A port is offered one cycle late.
chosen_mutant(19 "wait_q[i] > 5'd1" "wait_q[i] != '0" FILE variant_crossbar)
# Words behind a pair are written over its second one.
chosen_mutant(20 "push_ptr + ptr_t'(push_pair_i) + 1'b1" "push_ptr + 1'b1" FILE variant_queue)
