# SPDX-License-Identifier: Apache-2.0
# Bugs planted in vc_fifo.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# A credit counts one word less than the cell has.
mutant(1 "rd_first_q ? rd_left_q : '0" "rd_first_q ? rd_left_q - 1'b1 : '0")
# A cell that wraps around the end of the ring loses a word.
mutant(2 "rd_addr_q <= rd_addr_q + 1'b1;"
       "rd_addr_q <= (rd_addr_q == '1) ? AddrW'(1) : rd_addr_q + 1'b1;")
# A cell that arrives while the last one is popped is not seen as head.
mutant(3 "(pop_valid_i && pop_vc == push_vc && !next_is_stored)" "1'b0")
# The words granted have no carry into their topmost bit.
mutant(4 "granted_q[pop_vc] + CountW'(pop_len)"
       "{granted_q[pop_vc][CountW-1], granted_q[pop_vc][CountW-2:0] + (CountW-1)'(pop_len)}")
