# SPDX-License-Identifier: Apache-2.0
# Bugs planted in ip_lookup.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# Of equal lengths, the last entry is taken.
mutant(1 "info.length > best.length" "info.length >= best.length")
# The first match is taken, however short.
mutant(2 "!hit || info.length > best.length" "!hit")
# An entry written in the cycle of the comparison answers with its new group.
mutant(3 "(old_q && old_entry_q == entry_t'(e)) ? old_info_q : info_q[e]" "info_q[e]")
# The last bit of a prefix is not compared.
mutant(4 "{128{1'b1}} >> entry_length_i"
       "{128{1'b1}} >> (entry_length_i - 8'(entry_length_i != '0))")
# An IPv6 entry matches IPv4 addresses too.
mutant(5 "live_q & ~(v6_q ^ {NumEntries{v6_i}})"
       "live_q & (v6_q | ~{NumEntries{v6_i}})")
# The lower bits of the hash choose the member.
mutant(6 "member_t'(best.base + IndexW'(share >> HashW))"
       "member_t'(best.base + IndexW'(compared_hash_q % HashW'(best.count)))")
# Bits 64 and later of an address are not compared.
mutant(7 "((prefix_lo_q[e] ^ address_lo_i) & mask_lo_q[e])" "64'd0")
# A member written in the cycle in which it is read answers with its new address.
mutant(8 "written_q[index_q]) ? member_q[index_q] : '0"
  "(written_q[index_q] || (write_member_i && write_member == index_q))) ?
          ((write_member_i && write_member == index_q) ? member_i : member_q[index_q]) : '0")
# An entry that is written dead still matches.
mutant(9 "live_q[write_entry] <= entry_live_i"
       "live_q[write_entry] <= entry_live_i || live_q[write_entry]")
# A punted packet has an address.
mutant(10 "hit_q && !punt_q && written_q" "hit_q && written_q")
# The topmost bit of a group's length does not count.
wide_mutant(1 "(HashW+IndexW)'(best.count)" "(HashW+IndexW)'(best.count[IndexW-2:0])")
# The sum of a group's first index and the member's has no carry beyond bit 7.
wide_mutant(2 "best.base + IndexW'(share >> HashW)"
            "{best.base[11:8] + 4'(share >> (HashW + 8)), best.base[7:0] + 8'(share >> HashW)}")
