# SPDX-License-Identifier: Apache-2.0
# Bugs planted in islip_arbiter.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# Grant pointers move with every grant, accepted or not (round robin matching, not iSLIP).
mutant(1
  "grant_ptr_q[idx_t'(match_port_d[i])] <= (PortW'(i) == LastPort) ? '0 : PortW'(i) + 1'b1;"
  "for (int unsigned o = 0; o < NumPorts; o++) begin
            if (!out_busy_i[o] && !matched_out_q[o] && (output_requests[o] & MaxPorts'(free_in)) != '0) begin
              grant_ptr_q[o] <=
                  (first_from(output_requests[o] & MaxPorts'(free_in), grant_ptr_q[o]) == LastPort) ? '0 :
                  first_from(output_requests[o] & MaxPorts'(free_in), grant_ptr_q[o]) + 1'b1;
            end
          end")
# Pointers move in every round, not only in the first.
mutant(2 "if (first_round[i]) begin" "if (match_valid_d[i]) begin")
# Accept pointers skip the last port.
mutant(3 "(match_port_d[i] == LastPort)" "(match_port_d[i] + 1'b1 == LastPort)")
# Busy inputs are matched.
mutant(4 "free_in = ~in_busy_i & ~match_valid_q" "free_in = ~match_valid_q")
# The VC pointer stays on the VC served.
mutant(5 "(match_vc_d[i] == LastVc) ? '0 : match_vc_d[i] + 1'b1" "match_vc_d[i]")
# An output grants strict requests in turn with the others.
mutant(6 "first_from(grants_strict[o] ? requests_strict : requests,"
  "first_from(requests,")
# An input accepts grants of strict requests in turn with the others.
mutant(7 "(granters != '0) ? granters : offers[i]" "offers[i]")
# The VC of a match is chosen without regard to strict VCs.
mutant(8 "vc_requests = vc_requests_strict;" "")
