# SPDX-License-Identifier: Apache-2.0
# Bugs planted in output_queue.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# The unused budget of a VC is kept.
mutant(1 "((budget_d < 0) ? budget_d : '0) +" "budget_d +")
# A VC that is alone is charged for its cells.
mutant(5 "end else if (choose && !alone) begin" "end else if (choose) begin")
# Space is released word by word instead of with the header.
mutant(2
  "if (choose) begin
        space_q[rd_vc] <= release_space_d;"
  "if (rd_valid) begin
        space_q[rd_vc] <= ((reserve_valid_i && reserve_vc == rd_vc) ?
            reserve_space_d : space_q[rd_vc]) + 8'd1;")
# Strict priority is fixed instead of round robin among the strict VCs.
mutant(3 "strict_ptr_q <= (chosen_vc == LastVc) ? '0 : chosen_vc + 1'b1;"
       "strict_ptr_q <= '0;")
# A reservation and a release of one VC in one cycle: the reservation is lost.
mutant(4 "(reserve_valid_i && reserve_vc == rd_vc) ?
          reserve_space_d : space_q[rd_vc]" "space_q[rd_vc]")
# The topmost bit of a weight does not count.
mutant(6 "budget_t'({1'b0, weight_i[idx_t'(chosen_vc)]})"
       "budget_t'({1'b0, weight_i[idx_t'(chosen_vc)][6:0]})")
