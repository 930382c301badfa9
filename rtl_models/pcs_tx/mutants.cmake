# SPDX-License-Identifier: Apache-2.0
# Bugs planted in pcs_tx.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# control_i counts even if no word is sent.
mutant(1 "(valid_i && !control_i)" "(!control_i)")
# The scrambler stands still while IDLE is sent.
mutant(2 "sent_q <= {scrambled_rest" "if (valid_i) sent_q <= {scrambled_rest")
# The last six bits take their older tap from the block before.
mutant(3 "{scrambled_first[5:0], sent_q[57:39]}" "{sent_q[5:0], sent_q[57:39]}")
