# SPDX-License-Identifier: Apache-2.0
# Bugs planted in cell_switch.sv, each of which the lockstep must find (rtl_models/rtl.cmake).
# Only the joints: the parts have mutants of their own.

# The hop count is not decremented.
mutant(1 "arrived.hop = arrived.hop - 1'b1;" "" FILE cell_switch_rx)
# Credit and space are taken from the VC of arrival instead of the VC of departure.
mutant(2 "take_vc[take_out] = head_meta[p][vc_idx_t'(match_vc[p])][MetaW-1:PortW];"
       "take_vc[take_out] = match_vc[p];")
# The arbiter always makes one round.
mutant(3 "(iterations_q)," "(3'd1),")
# The lookup takes one cycle less.
mutant(4 "take_q3 <= take_q2;
      start_q3 <= start_q2;
      data_q3 <= data_q2;" "take_q3 <= take_q;
      start_q3 <= start_q;
      data_q3 <= data_q;" FILE cell_switch_rx)
# A cell whose length equals the free space makes no request.
mutant(5 "8'(head_len[p][v]) <= space[req_out][req_vc]"
       "8'(head_len[p][v]) < space[req_out][req_vc]")
# The arbiter knows no strict VCs.
mutant(6 ".strict_i     (strict_q[0])" ".strict_i     ('0)")
# A cell is compared with the lowest 8 bits of the credit.
mutant(7 "CountW'(head_len[p][v]) <= avail[req_out][req_vc]"
       "8'(head_len[p][v]) <= avail[req_out][req_vc][7:0]")
# Output queues use new weights one cycle early.
mutant(8 ".weight_i       (weight_q[QueueLag])" ".weight_i       (weight_q[QueueLag-1])")
# Output queues use new weights and strict VCs one cycle late.
mutant(9 "QueueLag = 4" "QueueLag = 5")
# The number of rounds is that of the reset.
mutant(10 "end else begin
      iterations_q <= iterations_i;" "end else begin")
# The arbiter uses new strict VCs one cycle late.
mutant(11 ".strict_i     (strict_q[0])" ".strict_i     (strict_q[1])")
