# SPDX-License-Identifier: Apache-2.0
# Bugs planted in route_select.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# Non-minimal candidates are charged with the weight of minimal ones.
mutant(1 "difference_t'(nonminimal_weight_i)" "difference_t'(minimal_weight_i)")
# Minimal candidates are charged with the bias of non-minimal ones.
mutant(2 "difference_t'(minimal_bias_i)" "difference_t'(nonminimal_bias_i)")
# Of equal costs, a non-minimal candidate precedes a minimal one.
mutant(3 "excess <= 0" "excess < 0")
# Of equal costs, the one drawn first precedes the lower position.
mutant(4 "m_drawn_q[j].pos};" "pos_t'(j)};")
# The largest cost overflows.
mutant(5 "DifferenceW = 29" "DifferenceW = 28")
# A non-minimal candidate can be drawn twice.
mutant(6 "d_pos = position_of(d_numbers, 3'(j))" "d_pos = d_numbers[j]")
# A minimal candidate that is drawn and not usable is replaced by the next that is.
mutant(7 "m_pos = position_of(m_numbers, 3'(j))"
       "m_pos = first_from(m_usable, position_of(m_numbers, 3'(j)))")
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
mutant(16 "difference_t'(minimal_bias_i) -
      difference_t'(d_words) * difference_t'(nonminimal_weight_i) -
      difference_t'(nonminimal_bias_i)"
  "difference_t'(minimal_bias_i[14:0]) -
      difference_t'(d_words) * difference_t'(nonminimal_weight_i) -
      difference_t'(nonminimal_bias_i[14:0])")
# Without a weight, entries of one list are still compared by their queues.
mutant(17 "(minimal_weight_i != '0) ? queue_i[idx_t'(m_drawn_q[j].port)] : '0"
       "queue_i[idx_t'(m_drawn_q[j].port)]")
# The first numbers drawn move no later position.
mutant(18 "3'(i) < j" "3'(i) < j && i != 0")
