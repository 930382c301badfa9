# SPDX-License-Identifier: Apache-2.0
# Bugs planted in cellifier.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# The halves of the payload words that a cell word takes its bytes from are swapped.
mutant(1 "{head[HalfW-1:0], rest_q}" "{rest_q, head[HalfW-1:0]}")
# A cell that ends with the register's four bytes takes a payload word nevertheless.
mutant(2 "cell_left_q > vbytes_t'(WordBytes / 2)"
       "cell_left_q >= vbytes_t'(WordBytes / 2)")
# Bytes beyond the length are sent.
mutant(3 "cut(odd ? head : {head[HalfW-1:0], rest_q}, cell_left_q)"
       "(odd ? head : {head[HalfW-1:0], rest_q})")
# A cell begins when one of its payload words is still missing.
mutant(4 "count_q + count_t'(push) >= needed"
       "count_q + count_t'(push) + count_t'(1) >= needed")
# A payload word that is taken in this cycle does not count.
mutant(5 "count_q + count_t'(push) >= needed" "count_q >= needed")
# A cell does not follow the one before without a gap.
mutant(6 "bytes_q != '0 && left_q == '0" "bytes_q != '0 && !cell_valid_o")
# The FIFO takes 31 words.
mutant(7 "count_q != count_t'(FifoWords)" "count_q < count_t'(FifoWords - 1)")
# The cells of the next packet are counted on from those of the last.
mutant(8 "(BytesW+1)'(WordBytes - 1)) >> 3);
      index_q <= '0;" "(BytesW+1)'(WordBytes - 1)) >> 3);")
# A cell waits for a payload word in place of the four bytes that are in the register.
mutant(9 "(odd ? vbytes_t'(3) : vbytes_t'(7))" "vbytes_t'(7)")
# The next job is taken while the last word is on the pins.
mutant(10 "job_ready_o = !held_q;" "job_ready_o = !held_q || last_o;")
# A packet of which 8192 bytes are left has ended.
mutant(11 "last_o <= end_cell && bytes_q == '0"
       "last_o <= end_cell && bytes_q[BytesW-2:0] == '0")
# The trace bit of a packet is in its first cell alone.
mutant(12 "covered = {trace_q," "covered = {trace_q && index_q == '0,")
# It is that of the job that is offered while a cell begins.
mutant(13 "covered = {trace_q," "covered = {job_trace_i,")
