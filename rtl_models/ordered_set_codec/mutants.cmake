# SPDX-License-Identifier: Apache-2.0
# Bugs planted in ordered_set_codec.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# The last code, IDLE, is an error.
mutant(1 "code_o > OscLast" "code_o >= OscLast")
# The CRC sent does not cover the topmost bit, `init` of FC.
mutant(2 "crc8({body_i, code_i})" "crc8({1'b0, body_i[50:0], code_i})")
# A start of cell passes.
mutant(3 "code_o < OscFirst" "code_o < OscStart")
