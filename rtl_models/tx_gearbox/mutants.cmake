# SPDX-License-Identifier: Apache-2.0
# Bugs planted in tx_gearbox.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# A rest of exactly four bits takes two blocks.
mutant(1 "pairs_q < FillPairs" "pairs_q <= FillPairs")
# The later of two blocks is sent first.
mutant(2 "{take_two ? block1_i : '0, block0_i}"
       "take_two ? {block0_i, block1_i} : (2 * BlockW)'(block0_i)")
# The second of two blocks is taken and lost.
mutant(3 "take_two ? block1_i : '0" "BlockW'(0)")
# A second block that is not taken disturbs the rest.
mutant(4 "take_two ? block1_i : '0" "block1_i")
# A block is taken even if no line word is formed.
mutant(5 "else if (enable_i)" "else")
# The longest rest loses its last two bits.
mutant(6 "rest_q <= bits[MaxRestW+LineW-1:LineW]"
       "rest_q <= MaxRestW'(bits[MaxRestW+LineW-3:LineW])")
