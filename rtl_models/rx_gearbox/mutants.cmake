# SPDX-License-Identifier: Apache-2.0
# Bugs planted in rx_gearbox.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# A slip in a gap is dropped.
mutant(1 "slip = slip_i || slip_q" "slip = slip_i")
# A slip in a gap and one with the line word after it count as two.
mutant(2 "slip_q <= slip && !valid_i" "slip_q <= valid_i ? slip_i && slip_q : slip")
# One bit too few for a second block, because of a slip: it is cut nevertheless.
mutant(3 "count_q >= SecondAt + dropped" "count_q >= SecondAt")
# A slip drops the first bit of the line word instead of the first of the rest.
mutant(4 "(BitsW'(line_i) << count_q)) >> slip" "(BitsW'(line_i >> slip) << count_q))")
# The later of two blocks is put out first.
mutant(5
  "block0_o <= valid_i ? bits[BlockW-1:0] : '0;
      block1_o <= (valid_i && second) ? bits[BlockW+:BlockW] : '0;"
  "block0_o <= valid_i ? (second ? bits[BlockW+:BlockW] : bits[BlockW-1:0]) : '0;
      block1_o <= (valid_i && second) ? bits[BlockW-1:0] : '0;")
# The second of two blocks is lost.
mutant(6 "{valid_i && second, valid_i && !second}" "{1'b0, valid_i}")
# Of three bits left behind two blocks, the last is lost.
mutant(7 "MaxRestW'(bits[BitsW-1:2*BlockW])" "MaxRestW'(bits[BitsW-2:2*BlockW])")
