# SPDX-License-Identifier: Apache-2.0
# Bugs planted in reorder_queue.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# Among the entries that may leave, the lowest one precedes the oldest.
mutant(1 "(older_q[e] & may_leave) == '0"
       "(may_leave & ~({NumEntries{1'b1}} << e)) == '0")
# Flows are compared by 16 bits.
mutant(2 "flow_q[e] == push_flow_i" "flow_q[e][15:0] == push_flow_i[15:0]")
# A packet is held back by a newer one in the entry of one that has left.
mutant(3 "ahead_q[e][push_entry] <= 1'b0;" "")
# So for the order between flows.
mutant(4 "older_q[e][push_entry] <= 1'b0;" "")
# A cancel of the entry that is popped counts.
mutant(5 "(EntryW+1)'($countones(freed))"
       "(EntryW+1)'(pop_i) - (EntryW+1)'(cancel_valid_i)")
# A packet that completes while another one is popped is not seen.
mutant(6 "complete_q | completed" "complete_q | (pop_i ? '0 : completed)")
# A packet waits for those that have left.
mutant(7 "(ahead_q[e] & taken_q) == '0" "ahead_q[e] == '0")
# A cancelled packet is offered.
mutant(8 "complete_q <= (complete_q | completed) & ~freed;"
       "complete_q <= (complete_q | completed | (freed & ~offered)) & ~(pop_i ? offered : '0);")
# Bit 31 of the flow is not compared.
mutant(9 "flow_q[e] == push_flow_i" "flow_q[e][30:0] == push_flow_i[30:0]")
