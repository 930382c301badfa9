# SPDX-License-Identifier: Apache-2.0
# Bugs planted in region_table.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# A region is found by the lower bits of its number.
mutant(1 "32'(check_region_i) < NumRegions && registered_q" "registered_q")
# A write to a region that does not exist names one that does.
mutant(2 "write_valid_i && 32'(write_region_i) < NumRegions" "write_valid_i")
# A rekey registers a region.
mutant(3 "registered_q <= '0;
    end else if (registers) begin" "registered_q <= '0;
    end else if (writes_key) begin")
# A region that is registered again keeps its old key.
mutant(4 "writes_key = registers ||" "writes_key =
      (registers && !registered_q[write_region]) ||")
# A revoked region stays.
mutant(5 "write_kind_i == KindRevoke" "1'b0")
# Atomics need the permission to write.
mutant(6 "OpFetchAdd, OpCompareSwap: permitted = region.perms[2]"
       "OpFetchAdd, OpCompareSwap: permitted = region.perms[1]")
# A read of no bytes is granted.
mutant(7 "check_size_i != '0 && " "")
# A whole page is too much.
mutant(8 "check_size_i <= 16'(MaxBytes)" "check_size_i < 16'(MaxBytes)")
# Alignment is that of the offset alone.
mutant(9 "atomic && address[2:0] != '0" "atomic && check_offset_i[2:0] != '0")
# Offset and size overflow.
mutant(10 "past_end > (LengthW+1)'(region.length)"
       "past_end[LengthW-1:0] > region.length")
# The last byte of a region cannot be touched.
mutant(11 "past_end > (LengthW+1)'(region.length)"
       "past_end >= (LengthW+1)'(region.length)")
# A refused request has no key to be signed with.
mutant(12 "reason != OpUnknown && reason != NoRegion" "reason == Granted")
# A refused request receives the address.
mutant(13 "(known && reason == Granted) ? address" "known ? address")
# A rekey is judged by its size.
mutant(14 "check_op_i != OpRekey) begin" "1'b1) begin")
# Bounds are checked before the size.
mutant(15 "if (!right_size) begin"
       "if (!right_size && past_end <= (LengthW+1)'(region.length)) begin")
# A write is seen by the check of the same cycle.
mutant(16 "&& registered_q[check_region]" "&& (registered_q[check_region] ||
      (registers && 24'(write_region_i) == check_region_i))")
# A table write that should do nothing revokes.
mutant(17 "else if (writes && write_kind_i == KindRevoke)"
       "else if (writes && write_kind_i[1])")
# Bit 40 of a region's end is not compared.
mutant(18 "past_end > (LengthW+1)'(region.length)"
       "(past_end & ~(49'd1 << 40)) > ((LengthW+1)'(region.length) & ~(49'd1 << 40))")
# Bit 20 of a region's number is ignored.
mutant(19 "32'(check_region_i) < NumRegions"
       "32'(check_region_i & ~(24'd1 << 20)) < NumRegions")
# The topmost bit of the size of an atomic operation is not compared.
mutant(20 "check_size_i == AtomicBytes" "check_size_i[14:0] == AtomicBytes[14:0]")
