# SPDX-License-Identifier: Apache-2.0
# Bugs planted in islip_arbiter.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# Grant pointers move with every grant, accepted or not (round robin matching, not iSLIP).
mutant(1 "if (first_out[o]) begin" "if (first_grants[o] != '0) begin")
# Accept pointers move in every round, not only in the first.
mutant(2 "if (first_in[i]) begin" "if (match_valid_d[i]) begin")
# Accept pointers skip the last port.
mutant(3 "(match_port_d[i] == LastPort)" "(match_port_d[i] + 1'b1 == LastPort)")
# Busy inputs are matched.
mutant(4 "free_in = ~in_busy_i & ~match_valid_q" "free_in = ~match_valid_q")
# The VC pointer stays on the VC served.
mutant(5 "(match_vc_d[i] == LastVc) ? '0 : match_vc_d[i] + 1'b1" "match_vc_d[i]")
# An output grants strict requests in turn with the others.
mutant(6 "choice(requests, requests_strict," "one_from(requests,")
# An input accepts grants of strict requests in turn with the others.
mutant(7 "choice(granters, granters_strict," "one_from(granters,")
# The VC of a match is chosen without regard to strict VCs.
mutant(8 "row_t'(vc_requests_strict)," "'0,")
# Grant pointers move in the last round, not in the first.
mutant(9 "if (k == 0) begin" "begin")
# An output grants again although it is matched.
mutant(10 "open_out = open_out & ~matched_out_d;" "")
