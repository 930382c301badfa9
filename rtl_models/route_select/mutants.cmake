# SPDX-License-Identifier: Apache-2.0
# Bugs planted in route_select.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# Non-minimal candidates are charged with the weight of minimal ones.
mutant(1 "nonminimal_weight_i, nonminimal_bias_i)"
       "minimal_weight_i, nonminimal_bias_i)")
# Minimal candidates are charged with the bias of non-minimal ones.
mutant(2 ", minimal_weight_i, minimal_bias_i)"
       ", minimal_weight_i, nonminimal_bias_i)")
# Of equal costs, a non-minimal candidate precedes a minimal one.
mutant(3 "1'b1, d_drawn_q[j].pos};
        if (rank < best_rank) begin"
  "1'b1, d_drawn_q[j].pos};
        if (rank < best_rank || (rank.cost == best_rank.cost && !best_rank.nonminimal)) begin")
# Of equal costs, the one drawn first precedes the lower position.
mutant(4 "1'b0, m_drawn_q[j].pos}" "1'b0, pos_t'(j)}")
# The largest cost overflows.
mutant(5 "CostW = 28" "CostW = 27")
# A non-minimal candidate can be drawn twice.
mutant(6 "d_taken[d_pos] = 1'b1;" "")
# Minimal candidates are drawn among those that are usable.
mutant(7 "m_taken = ~mask_t'({MinimalNum{1'b1}});" "m_taken = ~m_usable;")
# Both lists are drawn with the same random numbers.
mutant(8 "random_i[minimal_count_i + 4'(j)]" "random_i[j]")
# A minimal port that is down is not avoided.
mutant(9 "m_there[p] && up[minimal_i[p]]" "m_there[p]")
# Minimal ports that are all down are not avoided while a non-minimal one is up.
mutant(10 "any_up ? m_up : m_there" "(m_up != '0) ? m_up : m_there")
# With every port down there is no non-minimal answer.
mutant(11 "any_up ? d_up : d_there" "d_up")
# A hash names the non-minimal entry after its own.
mutant(12 "hash_i - FirstHashOfD" "hash_i - (FirstHashOfD - 1'b1)")
# By hash, too, the non-minimal list counts only if something of it would be drawn.
mutant(13 "(hashed_i || nonminimal_count_i != '0)" "(nonminimal_count_i != '0)")
# If nothing drawn is usable, the first usable entry answers, wherever draw 0 was.
mutant(14 "pos_t'(hash_i[2:0]) : m_draw0" "pos_t'(hash_i[2:0]) : '0")
# By hash, ports are compared by cost where the non-minimal list counts.
mutant(15 "if (!hashed_i && j < 32'(nonminimal_count_i)" "if (j < 32'(nonminimal_count_i)")
# The topmost bit of a bias does not count.
mutant(16 "CostW'(bias)" "CostW'(bias[14:0])")
