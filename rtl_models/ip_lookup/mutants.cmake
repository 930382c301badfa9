# SPDX-License-Identifier: Apache-2.0
# Bugs planted in ip_lookup.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# Of equal lengths, the last entry is taken.
mutant(1 "info.length} > {" "info.length} >= {")
# The first match is taken, however short.
mutant(2 "{group[e + step].hit, group[e + step].info.length} > {group[e].hit, group[e].info.length}"
       "group[e + step].hit && !group[e].hit")
# An entry written in the cycle of the comparison answers with its new group.
mutant(3 "match[g * GroupSize + k], info_q[g * GroupSize + k]"
       "match[g * GroupSize + k],
          (write_entry_i && write_entry == entry_t'(g * GroupSize + k)) ? write_info
                                                                        : info_q[g * GroupSize + k]")
# The last bit of a prefix is not compared.
mutant(4 "{128{1'b1}} >> entry_length_i"
       "{128{1'b1}} >> (entry_length_i - 8'(entry_length_i != '0))")
# An IPv6 entry matches IPv4 addresses too.
mutant(5 "live_q & ~(v6_q ^ {NumEntries{v6_i}})"
       "live_q & (v6_q | ~{NumEntries{v6_i}})")
# The first member of a group always answers.
mutant(6 "base_q + IndexW'(share >> HashW)" "base_q")
# Bits 64 and later of an address are not compared.
mutant(7 "((prefix_lo_q[e] ^ address_lo_i) & mask_lo_q[e])" "64'd0")
# A member written in the cycle in which it is read answers with its new address.
mutant(8 "written_q[index]) ? member_q[index] : '0"
  "(written_q[index] || (write_member_i && write_member == index))) ?
          ((write_member_i && write_member == index) ? member_i : member_q[index]) : '0")
# An entry that is written dead still matches.
mutant(9 "live_q[write_entry] <= entry_live_i"
       "live_q[write_entry] <= entry_live_i || live_q[write_entry]")
# A punted packet has an address.
mutant(10 "hit_q && !punt_q && written_q" "hit_q && written_q")
# The second half of the groups never wins.
mutant(11 "winners[g] = of_group_q[g]" "winners[g] = (g < NumGroups / 2) ? of_group_q[g] : '0")
# A lookup that follows an idle cycle has the answer before it.
mutant(12 "hit_o <= selected_q && hit_q" "hit_o <= hit_q")
# The topmost bit of a group's length does not count.
wide_mutant(1 "best.info.count[IndexW-1:HalfW]" "best.info.count[IndexW-2:HalfW]")
# The sum of a group's first index and the member's has no carry beyond bit 7.
wide_mutant(2 "base_q + IndexW'(share >> HashW)"
            "{base_q[11:8] + 4'(share >> (HashW + 8)), base_q[7:0] + 8'(share >> HashW)}")
# The sum of the two products has no carry beyond bit 21.
wide_mutant(3 "(HashW+IndexW)'(share_low_q) + {share_high_q, HalfW'(0)}"
            "{share_high_q[21:16], share_low_q + {share_high_q[15:0], HalfW'(0)}}")
# The product of the upper half of the count is added as that of the lower half.
wide_mutant(4 "{share_high_q, HalfW'(0)}" "(HashW+IndexW)'(share_high_q)")
