# SPDX-License-Identifier: Apache-2.0
# Bugs planted in cell_header_codec.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# CRC starts from zero.
mutant(1 "decoded_crc = crc8(word_i[CoveredW-1:0])"
       "decoded_crc = crc8(word_i[CoveredW-1:0]) ^ crc8_serial(8'hFF, '0)")
# Type 14 passes.
mutant(2 "is_reserved_type(decoded.cell_type)"
       "is_reserved_type(decoded.cell_type) && decoded.cell_type != 4'd14")
# The longest cell is an error.
mutant(3 "is_bad_length(decoded.len)" "is_bad_length(decoded.len) || decoded.len == MaxLen")
