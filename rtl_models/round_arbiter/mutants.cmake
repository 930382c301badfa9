# SPDX-License-Identifier: Apache-2.0
# Bugs planted in round_arbiter.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# The rule is always iSLIP.
mutant(1 "rrm_i ? first_grants[o] != '0 : first_out[o]" "first_out[o]")
# The rule is always round-robin matching.
mutant(2 "rrm_i ? first_grants[o] != '0 : first_out[o]" "first_grants[o] != '0")
# The pointers of outputs move in the last round, not in the first.
mutant(3 "if (k == 0) begin" "begin")
# In round-robin matching the pointer of an output moves to the input granted, not behind it.
mutant(4 "grant_ptr_d[o] = (granted_in == LastPort) ? '0 : granted_in + 1'b1;"
  "grant_ptr_d[o] = rrm_i && !first_out[o] ? granted_in : (granted_in == LastPort) ? '0 : granted_in + 1'b1;")
# The pointers of outputs skip the last port.
mutant(5 "(granted_in == LastPort)" "(granted_in + 1'b1 == LastPort)")
# The pointers of inputs move in every round.
mutant(6 "if (first_in[i]) begin" "if (match_valid_d[i]) begin")
# The pointer of an input moves to the output matched, not behind it.
mutant(7 "(match_port_d[i] == LastPort) ? '0 : match_port_d[i] + 1'b1" "match_port_d[i]")
# Outputs that are not free grant.
mutant(8 "open_out = row_t'(out_free_i);" "open_out = '1;")
# Inputs of the visible match are left out.
mutant(9 "open_in = row_t'(in_free_i);" "open_in = row_t'(in_free_i & ~match_valid_q);")
# The VC pointer stays on the VC served.
mutant(10 "(match_vc_d[i] == LastVc) ? '0 : match_vc_d[i] + 1'b1" "match_vc_d[i]")
# An output grants strict requests in turn with the others.
mutant(11 "choice(requests, requests_strict," "one_from(requests,")
# An input accepts grants of strict requests in turn with the others.
mutant(12 "choice(granters, granters_strict," "one_from(granters,")
# The VC of a match is chosen without regard to strict VCs.
mutant(13 "row_t'(vc_requests_strict)," "'0,")
# An output grants again although it is matched.
mutant(14 "open_out = open_out & ~matched_out_d;" "")
# Bit 2 of the number of a port or VC is read as bit 3; in the first shape both are 0.
wide_mutant(1 "(one & BitOfNumber[2]) != '0" "(one & BitOfNumber[3]) != '0")
