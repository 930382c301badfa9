# SPDX-License-Identifier: Apache-2.0
# Mutants of the blocks of the IP side; uses the function mutant of rtl_mutants.cmake.

set(shape_ip_lookup PARAMS NumEntries=64 NumMembers=64)
set(shape_reassembly_buffer PARAMS NumContexts=4 NumSlots=20)
set(shape_reorder_queue PARAMS NumEntries=16)

# ---- ip_lookup
# Of equal lengths, the last entry is taken.
mutant(ip_lookup 1 "info.length > best.length" "info.length >= best.length")
# The first match is taken, however short.
mutant(ip_lookup 2 "!hit || info.length > best.length" "!hit")
# An entry written in the cycle of the comparison answers with its new group.
mutant(ip_lookup 3 "(old_q && old_entry_q == entry_t'(e)) ? old_info_q : info_q[e]" "info_q[e]")
# The last bit of a prefix is not compared.
mutant(ip_lookup 4 "{128{1'b1}} >> entry_length_i"
       "{128{1'b1}} >> (entry_length_i - 8'(entry_length_i != '0))")
# An IPv6 entry matches IPv4 addresses too.
mutant(ip_lookup 5 "live_q & ~(v6_q ^ {NumEntries{v6_i}})"
       "live_q & (v6_q | ~{NumEntries{v6_i}})")
# The lower bits of the hash choose the member.
mutant(ip_lookup 6 "member_t'(best.base + IndexW'(share >> HashW))"
       "member_t'(best.base + IndexW'(compared_hash_q % HashW'(best.count)))")
# Bits 64 and later of an address are not compared.
mutant(ip_lookup 7 "((prefix_lo_q[e] ^ address_lo_i) & mask_lo_q[e])" "64'd0")
# A member written in the cycle in which it is read answers with its new address.
mutant(ip_lookup 8 "written_q[index_q]) ? member_q[index_q] : '0"
  "(written_q[index_q] || (write_member_i && write_member == index_q))) ?
          ((write_member_i && write_member == index_q) ? member_i : member_q[index_q]) : '0")
# An entry that is written dead goes on.
mutant(ip_lookup 9 "live_q[write_entry] <= entry_live_i"
       "live_q[write_entry] <= entry_live_i || live_q[write_entry]")
# A punted packet has an address.
mutant(ip_lookup 10 "hit_q && !punt_q && written_q" "hit_q && written_q")

# ---- cellifier
# The halves of the payload words that a cell word takes its bytes from are swapped.
mutant(cellifier 1 "{head[HalfW-1:0], rest_q}" "{rest_q, head[HalfW-1:0]}")
# A cell that ends with the register's four bytes takes a payload word nevertheless.
mutant(cellifier 2 "cell_left_q > vbytes_t'(WordBytes / 2)"
       "cell_left_q >= vbytes_t'(WordBytes / 2)")
# Bytes beyond the length are sent.
mutant(cellifier 3 "cut(odd ? head : {head[HalfW-1:0], rest_q}, cell_left_q)"
       "(odd ? head : {head[HalfW-1:0], rest_q})")
# A cell begins when one of its payload words is still missing.
mutant(cellifier 4 "count_q + count_t'(push) >= needed"
       "count_q + count_t'(push) + count_t'(1) >= needed")
# A payload word that is taken in this cycle does not count.
mutant(cellifier 5 "count_q + count_t'(push) >= needed" "count_q >= needed")
# A cell does not follow the one before without a gap.
mutant(cellifier 6 "bytes_q != '0 && left_q == '0" "bytes_q != '0 && !cell_valid_o")
# The FIFO takes 31 words.
mutant(cellifier 7 "count_q != count_t'(FifoWords)" "count_q < count_t'(FifoWords - 1)")
# The cells of the next packet are counted on from those of the last.
mutant(cellifier 8 "(BytesW+1)'(WordBytes - 1)) >> 3);
      index_q <= '0;" "(BytesW+1)'(WordBytes - 1)) >> 3);")
# A cell waits for a payload word in place of the four bytes that are in the register.
mutant(cellifier 9 "(odd ? vbytes_t'(3) : vbytes_t'(7))" "vbytes_t'(7)")
# The next job is taken while the last word is on the pins.
mutant(cellifier 10 "job_ready_o = !held_q;" "job_ready_o = !held_q || last_o;")

# ---- cts_scheduler
# A packet that fills the window exactly waits.
mutant(cts_scheduler 1 "(WindowW+1)'(bytes) <= (WindowW+1)'(window_i[p])"
       "(WindowW+1)'(bytes) < (WindowW+1)'(window_i[p])")
# A packet that fills the free slots to the last byte waits.
mutant(cts_scheduler 2 "RoomW'(bytes) <= room" "RoomW'(bytes) < room")
# A class keeps the lead that it had on those that wait.
mutant(cts_scheduler 3 "LeadW'(grant_bytes) * LeadW'(Costs[weight_i[chosen_class]])"
       "passed + LeadW'(grant_bytes) * LeadW'(Costs[weight_i[chosen_class]])")
# Of equal leads the highest class goes first.
mutant(cts_scheduler 4 "lead_q[p][c] <= least" "(lead_q[p][c] < least || least == '1)")
# The lowest strict class goes first.
mutant(cts_scheduler 5 "number_of(highest(strict_waiting))"
       "number_of(strict_waiting & -strict_waiting)")
# The port served is the first one of the next turn.
mutant(cts_scheduler 6 "port_ptr_q <= chosen_port + 1'b1" "port_ptr_q <= chosen_port")
# A grant and a done of one port: the grant is lost.
mutant(cts_scheduler 7 "(both ? granted_d : outstanding_q[done_port_i])"
       "outstanding_q[done_port_i]")
# A done opens the window in its own cycle.
mutant(cts_scheduler 8 "(WindowW+1)'(outstanding_q[p]) + (WindowW+1)'(bytes)"
  "(WindowW+1)'(outstanding_q[p]) + (WindowW+1)'(bytes) -
          ((done_valid_i && 32'(done_port_i) == p) ? (WindowW+1)'(done_bytes_i) : '0)")
# A packet greater than the window never goes.
mutant(cts_scheduler 9 "(outstanding_q[p] == '0 ||" "(1'b0 ||")
# The reciprocal of a weight is cut off, not rounded.
mutant(cts_scheduler 10 "((32'd1 << PointW) + w / 2) / w" "(32'd1 << PointW) / w")
# A class that does not wait keeps its lead while others come nearer.
mutant(cts_scheduler 11 "(lead_q[chosen_port][c] > passed) ? lead_q"
       "!waiting[chosen_port][c] ? lead_q[chosen_port][c] :
          (lead_q[chosen_port][c] > passed) ? lead_q")
# All ports look at the leads of port 0.
mutant(cts_scheduler 12 "waiting[p][c] && lead_q[p][c] <= least"
       "waiting[p][c] && lead_q[0][c] <= least")
# A grant that is held back moves the port's turn.
mutant(cts_scheduler 13 "end else if (grant) begin
      port_ptr_q" "end else if (able != '0) begin
      port_ptr_q")
# Strict packets are charged too.
mutant(cts_scheduler 14 "grant && !strict_i[chosen_class]" "grant")
# A class whose packet finds no free slots is passed over.
mutant(cts_scheduler 15 "assign waiting[p] = head_valid_i[p * NumClasses +: NumClasses];"
  "for (genvar c = 0; c < NumClasses; c++) begin : gen_mutant
      assign waiting[p][c] = head_valid_i[p * NumClasses + c] &&
          RoomW'(head_bytes_i[p * NumClasses + c]) <= room;
    end")
# A class whose packet does not fit the window is passed over.
mutant(cts_scheduler 16 "assign waiting[p] = head_valid_i[p * NumClasses +: NumClasses];"
  "for (genvar c = 0; c < NumClasses; c++) begin : gen_mutant
      assign waiting[p][c] = head_valid_i[p * NumClasses + c] && (outstanding_q[p] == '0 ||
          32'(outstanding_q[p]) + 32'(head_bytes_i[p * NumClasses + c]) <= 32'(window_i[p]));
    end")
# Of strict classes only, one that finds no free slots is passed over.
mutant(cts_scheduler 17 "strict_waiting = waiting[p] & strict_i;"
  "strict_waiting = (RoomW'(head_bytes_i[p * NumClasses +
        32'(number_of(highest(waiting[p] & strict_i)))]) <= room) ? waiting[p] & strict_i : '0;")
# Others come nearer while a candidate waits.
mutant(cts_scheduler 18 "end else if (grant && !strict_i[chosen_class]) begin"
  "end else if (!grant && waiting[port_ptr_q] != '0) begin
      lead_q[port_ptr_q][candidate[port_ptr_q]] <= '0;
    end else if (grant && !strict_i[chosen_class]) begin")
# Where a class was behind those that wait, its lead is what is left below zero.
mutant(cts_scheduler 19 "(lead_q[chosen_port][c] > passed) ? lead_q[chosen_port][c] - passed : '0"
       "lead_q[chosen_port][c] - passed")
# A grant that is held back is charged.
mutant(cts_scheduler 20 "grant && !strict_i[chosen_class]"
       "able != '0 && !strict_i[chosen_class]")
# The turn goes on in every cycle in which a packet waits, though none is granted.
mutant(cts_scheduler 21 "end else if (grant) begin
      port_ptr_q <= chosen_port + 1'b1;"
  "end else if (waiting != '0) begin
      port_ptr_q <= (grant ? chosen_port : port_ptr_q) + 1'b1;")
# All ports look at the space of port 0.
mutant(cts_scheduler 22 "RoomW'(space_i[p])" "RoomW'(space_i[0])")
# Of the able ports the lowest goes first.
mutant(cts_scheduler 23 "first_from(able, port_ptr_q)" "first_from(able, '0)")
# A port that waits for room keeps its turn.
mutant(cts_scheduler 24 "grant = !hold_i && able != '0;"
       "grant = !hold_i && able != '0 && (waiting[port_ptr_q] == '0 || able[port_ptr_q]);")
# A packet costs its class as much as one of weight 1.
mutant(cts_scheduler 25 "Costs[weight_i[chosen_class]]" "Costs[1]")
# Only those that wait come nearer, all others have no lead any more.
mutant(cts_scheduler 26 "(lead_q[chosen_port][c] > passed) ? lead_q"
       "(waiting[chosen_port][c] && lead_q[chosen_port][c] > passed) ? lead_q")
# Ports look at the window of port 0.
mutant(cts_scheduler 27 "(WindowW+1)'(window_i[p])" "(WindowW+1)'(window_i[0])")

# ---- reassembly_buffer
# Cells of a packet that was given up fall into the next one.
mutant(reassembly_buffer 1 "generation_q[data.ctx] == data.gen &&" "")
# A cell that comes twice counts twice.
mutant(reassembly_buffer 2 "(arrived.stored & place) == '0 && right_bytes" "right_bytes")
# A cell is stored though its context is released in the same cycle.
mutant(reassembly_buffer 3 "!(release_valid_i && freed.ctx == data.ctx) &&" "")
# A packet of whole cells has an empty one behind.
mutant(reassembly_buffer 4 "(BytesW+1)'(CellBytes - 1)" "(BytesW+1)'(CellBytes)")
# A reservation and a release in one cycle: the released slots are lost.
mutant(reassembly_buffer 5 "+ (release_valid_i ?" "+ ((release_valid_i && !reserve_valid_i) ?")
# Only an abort in the last cell to come is told.
mutant(reassembly_buffer 6 "{arrived.aborted || data_vbytes_i == '0," "{data_vbytes_i == '0,")
# The generation has one bit less than there is room for.
mutant(reassembly_buffer 7 "generation_q[freed.ctx] + 1'b1"
       "(generation_q[freed.ctx] + 1'b1) & ({GenerationW{1'b1}} >> 1)")
# A cell may have fewer bytes than it should.
mutant(reassembly_buffer 8 "data_vbytes_i == (is_last ?" "data_vbytes_i <= (is_last ?")
# Aborted is told before the packet is complete.
mutant(reassembly_buffer 9 "complete && arrived_d.aborted" "store && arrived_d.aborted")
# A cell behind the last one is looked for.
mutant(reassembly_buffer 10 "data_idx_i < DataIdxW'(packet.cells)"
       "data_idx_i <= DataIdxW'(packet.cells)")

# ---- reorder_queue
# Among those that may leave, the lowest entry goes before the oldest.
mutant(reorder_queue 1 "(older_q[e] & may_leave) == '0"
       "(may_leave & ~({NumEntries{1'b1}} << e)) == '0")
# Flows are compared by 16 bits.
mutant(reorder_queue 2 "flow_q[e] == push_flow_i" "flow_q[e][15:0] == push_flow_i[15:0]")
# A packet is held back by a newer one in the entry of one that has left.
mutant(reorder_queue 3 "ahead_q[e][push_entry] <= 1'b0;" "")
# So for the order between flows.
mutant(reorder_queue 4 "older_q[e][push_entry] <= 1'b0;" "")
# A cancel of the entry that is popped counts.
mutant(reorder_queue 5 "(EntryW+1)'($countones(freed))"
       "(EntryW+1)'(pop_i) - (EntryW+1)'(cancel_valid_i)")
# A packet that completes while another one is popped is not seen.
mutant(reorder_queue 6 "complete_q | completed" "complete_q | (pop_i ? '0 : completed)")
# A packet waits for those that have left.
mutant(reorder_queue 7 "(ahead_q[e] & taken_q) == '0" "ahead_q[e] == '0")
# A cancelled packet is offered.
mutant(reorder_queue 8 "complete_q <= (complete_q | completed) & ~freed;"
       "complete_q <= (complete_q | completed | (freed & ~offered)) & ~(pop_i ? offered : '0);")

# ---- ecn_ctd
# A queue that is as deep as the threshold drops.
mutant(ecn_ctd 1 "rts_depth > drop_threshold_i" "rts_depth >= drop_threshold_i")
# A queue that is as deep as the threshold marks.
mutant(ecn_ctd 2 "ready_depth > mark_threshold_i" "ready_depth >= mark_threshold_i")
# An RTS and a pop of one queue: the RTS is lost.
mutant(ecn_ctd 3 "else if (!both) begin" "else begin")
# A refused RTS and a pop of one queue: the pop is lost.
mutant(ecn_ctd 4 "both = accept &&" "both = rts_valid_i &&")
# Packets that are not capable are marked.
mutant(ecn_ctd 5 "(ready_ecn_i == EcnEct1 || ready_ecn_i == EcnEct0)" "ready_ecn_i != EcnCe")
# Packets that are marked already are told as marked here.
mutant(ecn_ctd 6 "(ready_ecn_i == EcnEct1 || ready_ecn_i == EcnEct0)" "ready_ecn_i != '0")
# A full queue wraps.
mutant(ecn_ctd 7 " || rts_depth == FullDepth" "")
# Packets are marked by the threshold of their port instead of their class.
mutant(ecn_ctd 8 "ready_class = ready_queue_i[ClassW-1:0]"
       "ready_class = ClassW'(ready_queue_i >> ClassW)")
# A pop of this cycle counts for a packet that is ready.
mutant(ecn_ctd 9 "ready_depth = depth_q[ready_queue_i];"
  "ready_depth = depth_q[ready_queue_i] -
      CountW'(pop_valid_i && pop_queue_i == ready_queue_i);")
