# SPDX-License-Identifier: Apache-2.0
# Bugs planted in register_file.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# An address that is not aligned reaches a window.
mutant(1 "request_valid_i && aligned && request_address_i >= WindowFirst[w]"
       "request_valid_i && request_address_i >= WindowFirst[w]")
# The last register of a window does not belong to it.
mutant(2 "request_address_i <= WindowLast[w]" "request_address_i < WindowLast[w]")
# The first one does not.
mutant(3 "request_address_i >= WindowFirst[w]" "request_address_i > WindowFirst[w]")
# An error of an array is not answered.
mutant(4 "window2_q ? array_error_i : plain2_q == '0" "!window2_q && plain2_q == '0")
# A write is answered with the data of the array.
mutant(5 "(valid2_q && !write2_q && !error) ? read_data" "(valid2_q && !error) ? read_data")
# An error is answered with data.
mutant(6 "(valid2_q && !write2_q && !error) ? read_data" "(valid2_q && !write2_q) ? read_data")
# A write of reserved bits is stored.
mutant(7 "(data1_q & (PlainRw[n] | PlainWo[n]))" "data1_q")
# A w1c bit is not cleared.
mutant(8 "~(data1_q & PlainW1c[n])" "~(32'b0 & PlainW1c[n])")
# A write clears w1c bits whatever is written.
mutant(9 "~(data1_q & PlainW1c[n])" "~PlainW1c[n]")
# A read clears what the hardware sets in the same cycle.
mutant(10 "if (read) stored_d &= ~PlainRc[n];
      stored_d |= set & (PlainW1c[n] | PlainRc[n]);"
       "stored_d |= set & (PlainW1c[n] | PlainRc[n]);
      if (read) stored_d &= ~PlainRc[n];")
# A write reads, too.
mutant(11 "plain2_q[n] && !write2_q" "plain2_q[n]")
# A register is cleared a cycle early, before it is read.
mutant(12 "assign read = plain2_q[n] && !write2_q" "assign read = plain1_q[n] && !write1_q")
# wo bits stay.
mutant(13 "stored_q & (PlainRw[n] | PlainW1c[n] | PlainRc[n])" "stored_q")
# Reset values are those of zero.
mutant(14 "stored_q <= PlainReset[n] & PlainRw[n]" "stored_q <= '0")
# Fixed bits read zero.
mutant(15 "(PlainReset[n] & PlainFixed[n])" "32'b0")
# Errors of writes count as reads.
mutant(16 "{30'b0, error && write2_q, error && !write2_q}" "{31'b0, error}")
# The address of an error is that of the next request.
mutant(17 "error_address_q <= address2_q" "error_address_q <= address1_q")
# Bits of no request are on the pins of the arrays.
mutant(18 "array_wdata_o = window1_q ? data1_q : '0" "array_wdata_o = data1_q")
