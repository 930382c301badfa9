# SPDX-License-Identifier: Apache-2.0
# Bugs planted in exanet_dor_stage.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# A tie goes minus.
mutant(1 "{forward, 1'b0} > {1'b0, size}" "{forward, 1'b0} >= {1'b0, size}")
# The order of the dimensions is reversed.
mutant(2 "(differs[priority_i[k-1]]) begin
        dim = priority_i[k-1];" "(differs[priority_i[NumDims-k]]) begin
        dim = priority_i[NumDims-k];")
# A direction is disabled only together with the opposite one.
mutant(3 "!enable_i[direction]" "!enable_i[direction] && !enable_i[direction ^ 3'd1]")
# A destination at the edge of the lattice passes.
mutant(4 "dst >= size" "dst > size")
# A line is travelled as a ring.
mutant(5 "wrap_i[d] ? {forward" "1'b1 ? {forward")
# The dateline is that of the node, not of the packet.
mutant(6 "next < src_i[d]" "next < here_i[d]")
# The last node of a ring is followed by one that does not exist.
mutant(7 "(here + 1'b1 == size) ? '0" "(here == size) ? '0")
# Under rule difference a hop across the edge is in the upper channel.
mutant(8 "upper[d] = beyond" "upper[d] = !minus[d]")
# A packet that has only dimension Z to travel is local, too.
mutant(9 "local_o <= valid_i && !lost && here_is_dst" "local_o <= valid_i && !lost && differs[1:0] == '0")
# Rule dateline is rule difference.
mutant(10 "unique case (vc_rule_i)" "unique case ({1'b0, vc_rule_i[0]})")
