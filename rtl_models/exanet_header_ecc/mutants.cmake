# SPDX-License-Identifier: Apache-2.0
# Bugs planted in exanet_header_ecc.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# The parity leaves out the check bits.
mutant(1 "{^{checks, info_i}, checks, info_i}" "{^info_i, checks, info_i}")
# A wrong parity bit is no error.
mutant(2 "corrected_o = odd" "corrected_o = odd && syndrome != '0")
# An even number of wrong bits is corrected, too.
mutant(3 "(InfoW'(odd) << single_bit)" "(InfoW'(syndrome != '0) << single_bit)")
# Wrong check bits are taken for information bits.
mutant(4 "((syndrome & (syndrome - 1'b1)) == '0)" "(1'b0)")
# The number of a wrong bit is one too high.
mutant(5 "place_t'(k + 2)" "place_t'(k + 1)")
# The received parity bit is not read.
mutant(6 "odd = ^word_i" "odd = ^word_i[FlitW-2:0]")
