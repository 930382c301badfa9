# SPDX-License-Identifier: Apache-2.0
# Bugs planted in ttl_update.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# The checksum stays.
mutant(1 "head_hi[31:16] = {updated[7:0], updated[15:8]};" "")
# A packet expires with its time to live at 0 alone.
mutant(2 "left[7:1] == '0" "left == '0")
# A packet expires at 1 alone: 0 becomes 255.
mutant(3 "left[7:1] == '0" "left == 8'd1")
# A packet with 2 expires.
mutant(4 "left[7:1] == '0" "left <= 8'd2")
# The carry of the checksum is lost.
mutant(5 "sum[15:0] + 16'(sum[16])" "sum[15:0]")
# The equation of RFC 1141: 0xfeff becomes 0xffff.
mutant(6 "(folded == '1) ? '0 : folded" "folded")
# The checksum is taken with its halves exchanged.
mutant(7 "checksum = {head_hi_i[23:16], head_hi_i[31:24]}"
       "checksum = {head_hi_i[31:24], head_hi_i[23:16]}")
# The checksum is written with its halves exchanged.
mutant(8 "{updated[7:0], updated[15:8]}" "updated")
# The checksum changes as for a time to live in the lower half of its word.
mutant(9 "OneHop = 16'h0100" "OneHop = 16'h0001")
# Packets of control processors are decremented too.
mutant(10 "update = forwards_i && !expired" "update = !expired")
# … and expire.
mutant(11 "expired = forwards_i && left" "expired = left")
# The hop limit is looked for where IPv4 has it.
mutant(12 "left = v6_i ? head_lo_i[HopLimitAt+:8] : head_hi_i[7:0]" "left = head_hi_i[7:0]")
# An expired packet is decremented all the same.
mutant(13 "update = forwards_i && !expired" "update = forwards_i")
# The borrow does not reach the topmost bit.
mutant(14 "less = left - 8'd1" "less = {left[7], left[6:0] - 7'd1}")
# Octets show without a valid header.
mutant(15 "valid_i ? head_hi : '0" "head_hi")
