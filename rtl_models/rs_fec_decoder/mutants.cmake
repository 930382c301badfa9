# SPDX-License-Identifier: Apache-2.0
# Bugs planted in rs_fec_decoder.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# A locator with one of its two roots outside the codeword passes.
mutant(1 "2'($countones(roots_q)) != num_errors_q"
       "(roots_q == '0) != (num_errors_q == '0)")
# A locator whose root is double passes for one error.
mutant(2 "s0 != '0 && det == '0 && det_1 == '0" "s0 != '0 && det_1 == '0")
# Syndromes are evaluated again when the next codeword has begun.
mutant(3 "end else if (step_q[0]) begin" "end else if (|step_q[1:0]) begin")
# Corrected parity symbols are not counted.
mutant(4 "? num_errors_q : '0" "? 2'($countones(roots_q[NumDataSyms-1:0])) : '0")
