# SPDX-License-Identifier: Apache-2.0
# Bugs planted in wavefront_arbiter.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# The diagonal with priority stays.
mutant(1 "diagonal_q <= diagonal_d;" "diagonal_q <= diagonal_q;")
# The diagonal moves only after a cycle with a match.
mutant(2 "diagonal_q <= diagonal_d;"
  "if (match_valid_d != '0) diagonal_q <= diagonal_d;")
# The last diagonal never has priority.
mutant(3 "assign diagonal_d = sum_of(diagonal_q, IdxW'(1));"
  "assign diagonal_d = (diagonal_q + 1'b1 == LastPort) ? '0 : diagonal_q + 1'b1;")
# The wave goes from high diagonals to low ones.
mutant(4 "open_out = rotated(open_out, IdxW'(1));"
  "open_out = rotated(open_out, LastPort);")
# The last diagonal of a pass is left out.
mutant(5 "matched = NumPorts'((pass == 0)" "matched = (k == NumPorts - 1) ? '0 : NumPorts'((pass == 0)")
# Strict requests have no pass of their own.
mutant(6 "((pass == 0) ? requests_strict[k] : requests[k])" "(requests[k])")
# Requests that are not strict are never matched.
mutant(7 "((pass == 0) ? requests_strict[k] : requests[k])" "(requests_strict[k])")
# An input is matched again on a later diagonal.
mutant(8 "& open_in & open_out;" "& open_out;")
# An output is matched again on a later diagonal.
mutant(9 "& open_in & open_out;" "& open_in;")
# Busy inputs are matched.
mutant(10 "free_in = ~in_busy_i & ~match_valid_q" "free_in = ~match_valid_q")
# Busy outputs are matched.
mutant(11 "free_out = ~out_busy_i & ~matched_out_q" "free_out = ~matched_out_q")
# Outputs of the visible match are matched.
mutant(12 "free_out = ~out_busy_i & ~matched_out_q" "free_out = ~out_busy_i")
# The VC pointer stays on the VC served.
mutant(13 "(match_vc_d[i] == LastVc) ? '0 : match_vc_d[i] + 1'b1" "match_vc_d[i]")
# An input has one VC pointer for all outputs.
mutant(14 "first_from(MaxVcs'(vc_requests), vc_ptr_q[i][vc_out])"
  "first_from(MaxVcs'(vc_requests), vc_ptr_q[i][0])")
# The VC of a match is chosen without regard to strict VCs.
mutant(15 "vc_requests = vc_requests_strict;" "")
# Requests of VCs that are not valid take part in the choice of the VC.
mutant(16 "vc_requests = vc_requests & req_valid_i[i];" "")
# A match of the first pass is thought to be on the diagonal with priority.
mutant(17 "matched = NumPorts'((pass == 0)" "if (pass == 1 && k == 0) steps = '0; matched = NumPorts'((pass == 0)")
