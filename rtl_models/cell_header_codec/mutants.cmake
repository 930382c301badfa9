# SPDX-License-Identifier: Apache-2.0
# Bugs planted in cell_header_codec.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# CRC starts from zero.
mutant(1 "decoded_crc = crc8(word_i[CoveredW-1:0])"
       "decoded_crc = crc8(word_i[CoveredW-1:0]) ^ crc8_serial(8'hFF, '0)")
# Type 14 passes.
mutant(2 "<= 4'd14" "<= 4'd13")
# The longest cell is an error.
mutant(3 "decoded.len > MaxLen" "decoded.len >= MaxLen")
