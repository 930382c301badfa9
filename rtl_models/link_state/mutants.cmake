# SPDX-License-Identifier: Apache-2.0
# Bugs planted in link_state.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# The run outlives the loss of lock.
mutant(1 "if (!lock_i) begin
      run_d = '0;
    end" "")
# A far side that trains again is not greeted again.
mutant(2 "state_q != StUp || (phy_valid_i && phy_state_i == 4'(StTrain))"
       "state_q != StUp")
# A PHY set sent in the cycle in which the far side's TRAIN arrives hides it.
mutant(3 "(phy_valid_i && phy_state_i == 4'(StTrain))"
       "(phy_valid_i && phy_state_i == 4'(StTrain) && !phy_sent_i)")
# A link that is up does not detect that the far side fell back.
mutant(4 "if (received_a || received_b) state_d" "if (received_a) state_d")
# The set that arrives in a cycle is judged one cycle late.
mutant(5 "received_c = run_d == RunEnough && class_d == ClassC"
       "received_c = run_q == RunEnough && class_q == ClassC")
# Codes that mean nothing break a run.
mutant(6 "default:                      known = 1'b0;"
       "default:                      said = class_e'(2'd3);")
