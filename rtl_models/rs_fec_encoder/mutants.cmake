# SPDX-License-Identifier: Apache-2.0
# Bugs planted in rs_fec_encoder.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# A codeword that follows at once starts from the parity of the one before.
mutant(1 "(count_q == '0) ? '0" "(count_q == '0 && !kept_q) ? '0")
# The very last data symbol is left out of the parity.
mutant(2 "has_ninth = count_q[1:0] == 2'd3" "has_ninth = count_q == 3'd3")
