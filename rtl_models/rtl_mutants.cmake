# SPDX-License-Identifier: Apache-2.0
# One planted bug per mutant; a lockstep test must catch each of them. Uses rtl_<block>, the sources
# that rtl_variants.cmake lists.

# The shape of a block's mutants, where it has shapes.
set(shape_vc_fifo PARAMS NumVcs=4 MaxWords=64)
set(shape_islip_arbiter PARAMS NumPorts=4 NumVcs=4)
set(shape_crossbar PARAMS NumPorts=4)
set(shape_route_select PARAMS NumPorts=4)
set(shape_cell_switch PARAMS NumPorts=4 NumVcs=4 MaxWords=64)
foreach(block credit_counter output_queue fc_sender link_rx fc_receiver)
  set(shape_${block} PARAMS NumVcs=4)
endforeach()

# mutant(<block> <k> <text> <replacement> [FILE <module>]): <block> with <text> replaced, see
# tin_mutant.
function(mutant block k text replacement)
  tin_mutant(${block} ${k} "${text}" "${replacement}" SOURCES ${rtl_${block}} ${shape_${block}}
             ${ARGN})
endfunction()

# ---- cell_header_codec
# CRC starts from zero.
mutant(cell_header_codec 1 "decoded_crc = crc8(word_i[CoveredW-1:0])"
       "decoded_crc = crc8(word_i[CoveredW-1:0]) ^ crc8_serial(8'hFF, '0)")
# Type 14 passes.
mutant(cell_header_codec 2 "<= 4'd14" "<= 4'd13")
# The longest cell is an error.
mutant(cell_header_codec 3 "decoded.len > MaxLen" "decoded.len >= MaxLen")

# ---- vc_fifo
# A credit counts one word less than the cell has.
mutant(vc_fifo 1 "rd_first_q ? rd_left_q : '0" "rd_first_q ? rd_left_q - 1'b1 : '0")
# A cell that goes round the end of the ring loses a word.
mutant(vc_fifo 2 "rd_addr_q <= rd_addr_q + 1'b1;"
       "rd_addr_q <= (rd_addr_q == '1) ? AddrW'(1) : rd_addr_q + 1'b1;")
# A cell that arrives while the last one is popped is not seen as head.
mutant(vc_fifo 3 "(pop_valid_i && pop_vc == push_vc && !next_is_stored)" "1'b0")

# ---- credit_counter
# Updates are accepted in a quarter instead of half of the number circle.
mutant(credit_counter 1 "fc_newer = !fc_advance[CountW-1]"
       "fc_newer = fc_advance[CountW-1:CountW-2] == '0")
# A take forgets the update of the same VC in the same cycle.
mutant(credit_counter 2 "(fc_accept && both_on_one_vc) ? fc_limit_i : limit_q[take_vc]"
       "limit_q[take_vc]")
# A take counts an update of the same VC in the same cycle even if it is too old to be accepted.
mutant(credit_counter 3 "(fc_accept && both_on_one_vc)" "(fc_valid_i && both_on_one_vc)")

# ---- islip_arbiter
# Grant pointers move with every grant, accepted or not (round robin matching, not iSLIP).
mutant(islip_arbiter 1
  "grant_ptr_q[idx_t'(match_port_d[i])] <= (PortW'(i) == LastPort) ? '0 : PortW'(i) + 1'b1;"
  "for (int unsigned o = 0; o < NumPorts; o++) begin
            if (!out_busy_i[o] && !matched_out_q[o] && (wants[o] & MaxPorts'(free_in)) != '0) begin
              grant_ptr_q[o] <=
                  (first_from(wants[o] & MaxPorts'(free_in), grant_ptr_q[o]) == LastPort) ? '0 :
                  first_from(wants[o] & MaxPorts'(free_in), grant_ptr_q[o]) + 1'b1;
            end
          end")
# Pointers move in every round, not only in the first.
mutant(islip_arbiter 2 "if (first_round[i]) begin" "if (match_valid_d[i]) begin")
# Accept pointers skip the last port.
mutant(islip_arbiter 3 "(match_port_d[i] == LastPort)" "(match_port_d[i] + 1'b1 == LastPort)")
# Busy inputs are matched.
mutant(islip_arbiter 4 "free_in = ~in_busy_i & ~match_valid_q" "free_in = ~match_valid_q")
# The VC pointer stays on the VC served.
mutant(islip_arbiter 5 "(match_vc_d[i] == LastVc) ? '0 : match_vc_d[i] + 1'b1" "match_vc_d[i]")
# An output grants strict requests in turn with the others.
mutant(islip_arbiter 6 "first_from(grants_strict[o] ? asks_strict : asks, grant_ptr_q[o])"
                       "first_from(asks, grant_ptr_q[o])")
# An input accepts grants of strict requests in turn with the others.
mutant(islip_arbiter 7 "(granters != '0) ? granters : offers[i]" "offers[i]")
# The VC of a match is chosen without regard to strict VCs.
mutant(islip_arbiter 8 "vc_asks = vc_asks_strict;" "")

# ---- crossbar
# Busy ends one cycle too early.
mutant(crossbar 1 "wait_q[i] > 5'd1" "wait_q[i] > 5'd2")
# The last word of a cell goes where the next cell goes.
mutant(crossbar 2 "port_q2 <= port_q;"
  "for (int unsigned i = 0; i < NumPorts; i++) begin
        port_q2[i] <= start_valid_i[i] ? start_port_i[i] : port_q[i];
      end")

# ---- output_queue
# What a VC did not use of its budget is kept.
mutant(output_queue 1 "((budget_d < 0) ? budget_d : '0) +" "budget_d +")
# A VC that is alone is charged for its cells.
mutant(output_queue 5 "end else if (choose && !alone) begin" "end else if (choose) begin")
# Space comes back word by word instead of with the header.
mutant(output_queue 2
  "if (choose) begin
        space_q[rd_vc] <= release_space_d;"
  "if (rd_valid) begin
        space_q[rd_vc] <= ((reserve_valid_i && reserve_vc == rd_vc) ?
            reserve_space_d : space_q[rd_vc]) + 8'd1;")
# Strict priority is fixed instead of round robin among the strict VCs.
mutant(output_queue 3 "strict_ptr_q <= (chosen_vc == LastVc) ? '0 : chosen_vc + 1'b1;"
       "strict_ptr_q <= '0;")
# A reservation and a release of one VC in one cycle: the reservation is lost.
mutant(output_queue 4 "(reserve_valid_i && reserve_vc == rd_vc) ?
      reserve_space_d : space_q[rd_vc]" "space_q[rd_vc]")

# ---- cell_switch: the joints only; its blocks have mutants of their own
# The hop count is not decremented.
mutant(cell_switch 1 "(arrived.hop - 1'b1)" "(arrived.hop)" FILE cell_switch_rx)
# Credit and space are taken from the VC of arrival instead of the VC of departure.
mutant(cell_switch 2 "take_vc[take_out] = head_meta[p][vc_idx_t'(match_vc[p])][MetaW-1:PortW];"
       "take_vc[take_out] = match_vc[p];")
# The arbiter always makes one round.
mutant(cell_switch 3 "(iterations_q)," "(3'd1),")
# The lookup gets one cycle less.
mutant(cell_switch 4 "take_q3 <= take_q2;
      start_q3 <= start_q2;
      data_q3 <= data_q2;" "take_q3 <= take_q;
      start_q3 <= start_q;
      data_q3 <= data_q;" FILE cell_switch_rx)
# A cell whose length equals the free space does not ask.
mutant(cell_switch 5 "8'(head_len[p][v]) <= space[req_out][req_vc]"
       "8'(head_len[p][v]) < space[req_out][req_vc]")
# The arbiter knows no strict VCs.
mutant(cell_switch 6 ".strict_i     (strict_q)" ".strict_i     ('0)")

# ---- ordered_set_codec
# The last code, IDLE, is an error.
mutant(ordered_set_codec 1 "code_o > OscLast" "code_o >= OscLast")
# The CRC sent does not cover the topmost bit, `init` of FC.
mutant(ordered_set_codec 2 "crc8({body_i, code_i})" "crc8({1'b0, body_i[50:0], code_i})")
# A start of cell passes.
mutant(ordered_set_codec 3 "code_o < OscFirst" "code_o < OscStart")

# ---- pcs_tx
# control_i counts even if no word is sent.
mutant(pcs_tx 1 "(valid_i && !control_i)" "(!control_i)")
# The scrambler stands still while IDLE is sent.
mutant(pcs_tx 2 "sent_q <= {scrambled_rest" "if (valid_i) sent_q <= {scrambled_rest")
# The last six bits take their older tap from the block before.
mutant(pcs_tx 3 "{scrambled_first[5:0], sent_q[57:39]}" "{sent_q[5:0], sent_q[57:39]}")

# ---- pcs_rx
# The 15th bad block costs the lock.
mutant(pcs_rx 1 "BadLast = 4'd15" "BadLast = 4'd14")
# Blocks with a bad sync header pass the descrambler by.
mutant(pcs_rx 2 "received_q <= received[121:64];" "if (good) received_q <= received[121:64];")
# A bad block at the end of a window counts in the next one.
mutant(pcs_rx 3 "end else if (!window_ends) begin
      bad_d = bad_q + 4'(!good);"
  "end else begin
      bad_d = (window_ends ? 4'd0 : bad_q) + 4'(!good);")
# The 16th bad block does not cost the lock if its window ends with it.
mutant(pcs_rx 4 "!good && bad_q == BadLast" "!good && bad_q == BadLast && !window_ends")

# ---- rs_fec_encoder
# A codeword that follows at once starts from the parity of the one before.
mutant(rs_fec_encoder 1 "(count_q == '0) ? '0" "(count_q == '0 && !kept_q) ? '0")
# The very last data symbol is left out of the parity.
mutant(rs_fec_encoder 2 "has_ninth = count_q[1:0] == 2'd3" "has_ninth = count_q == 3'd3")

# ---- rs_fec_decoder
# A locator with one of its two roots outside the codeword passes.
mutant(rs_fec_decoder 1 "2'($countones(roots_q)) != num_errors_q"
       "(roots_q == '0) != (num_errors_q == '0)")
# A locator whose root is double passes for one error.
mutant(rs_fec_decoder 2 "s0 != '0 && det == '0 && det_1 == '0" "s0 != '0 && det_1 == '0")
# Syndromes are looked at again when the next codeword has begun.
mutant(rs_fec_decoder 3 "end else if (step_q[0]) begin" "end else if (|step_q[1:0]) begin")
# Corrected parity symbols are not counted.
mutant(rs_fec_decoder 4 "? num_errors_q : '0" "? 2'($countones(roots_q[NumDataSyms-1:0])) : '0")

# ---- fc_sender
# A set follows one cycle too early.
mutant(fc_sender 1 "Cooldown = 2'd2" "Cooldown = 2'd1")
# The pointer stays on the last VC of the set.
mutant(fc_sender 2 "(last_taken == LastVc) ? '0 : last_taken + 1'b1" "last_taken")
# A refresh set makes waiting updates young again.
mutant(fc_sender 3 "take_update || !any_pending" "take_i || !any_pending")
# A take accepts the limits of its own cycle, of which the set on the link knows nothing.
mutant(fc_sender 4 "<= shown_entry_q[k].limit" "<= limit_q[idx_t'(shown_entry_q[k].vc)]")
# A report counts the cell that begins in the same cycle.
mutant(fc_sender 5 "sent_q[idx_t'(refresh_vc)]"
  "sent_q[idx_t'(refresh_vc)] +
          ((sent_valid_i && sent_vc_i == refresh_vc) ? CountW'(sent_words_i) : '0)")
# A refresh that falls due in the cycle after a take is forgotten.
mutant(fc_sender 6 "countdown_q == '0;" "countdown_q == '0 && cooldown_q != Cooldown;")
# Words granted in the cycle in which words of the same VC are lost: the loss is not in the limit.
mutant(fc_sender 7 "((lost_valid_i && lost_vc == limit_vc) ? lost_d : lost_q[limit_vc])"
       "lost_q[limit_vc]")
# The last VC, alone in its group, is never refreshed.
mutant(fc_sender 8 "FcEntries >= NumVcs" "FcEntries >= NumVcs - 1")
# An update that has waited for 256 cycles is young again.
mutant(fc_sender 9 "end else if (age_q != '1) begin" "end else begin")

# ---- tx_scheduler
# A set cannot follow the last word of a cell.
mutant(tx_scheduler 1 "boundary = left_d == '0" "boundary = !tx_valid_i")
# The time of a TIMESYNC stands still while it waits.
mutant(tx_scheduler 2 "timesync_time_q <= timesync_time_d;" "")
# A TIMESYNC that comes while the one before it is chosen is lost.
mutant(tx_scheduler 3 "if (timesync_valid_i) begin"
       "if (timesync_valid_i && next_kind != KindTimesync) begin")
# Words of cells do not count in the gap between two MOS.
mutant(tx_scheduler 4 "end else if (mos_wait_q != '0) begin"
       "end else if (mos_wait_q != '0 && !tx_valid_i) begin")
# The gap between two MOS is one slot too long.
mutant(tx_scheduler 5 "mos_gap_i - 1'b1" "mos_gap_i")
# A spare FC set for which a cell left no room goes after that cell.
mutant(tx_scheduler 6
  "set_kind_q <= next_kind;
      set_word_q <= {crc8(next_set), next_set};"
  "if (!tx_valid_i || next_kind != KindIdle) begin
        set_kind_q <= next_kind;
        set_word_q <= {crc8(next_set), next_set};
      end")
# An FC set goes twice: its request is still there in its own slot.
mutant(tx_scheduler 7 "fc_request_i && slot_kind != KindFc" "fc_request_i")
# A LAT that waits behind a TIMESYNC is lost.
mutant(tx_scheduler 8 "if (next_kind == KindLat) begin"
       "if (next_kind == KindLat || next_kind == KindTimesync) begin")
# A new LAT does not replace the one that waits.
mutant(tx_scheduler 9 "if (lat_valid_i) begin" "if (lat_valid_i && !lat_held_q) begin")

# ---- link_rx
# A missing slot inside a cell is passed over instead of filled.
mutant(link_rx 1 "in_cell = left_q != '0;" "in_cell = left_q != '0 && valid_i;")
# A word lost inside a cell is filled, but does not count: the cell ends one word late.
mutant(link_rx 2 "left_q <= left_q - 1'b1" "left_q <= left_q - LenW'(good)")
# FC counts while the link is not up.
mutant(link_rx 3 "code != OscIdle && (!is_fc || enable_i)" "code != OscIdle")
# Loss of lock ends a cell.
mutant(link_rx 4 "end else if (in_cell) begin" "end else if (!lock_i) begin
      left_q <= '0;
    end else if (in_cell) begin")
# A cell without hops left passes.
mutant(link_rx 5 "32'(vc) < NumVcs &&
      hop != '0" "32'(vc) < NumVcs")
# A control word inside a cell goes on to the switch.
mutant(link_rx 6 "(in_cell && data)" "(in_cell && good)")
# The lost slot that costs the lock is counted.
mutant(link_rx 7 "!good && lock_i && (violation_i || valid_i)"
       "!good && (violation_i || (lock_i && valid_i))")

# ---- fc_receiver
# A VC that stands twice in a report is granted its lost words twice.
mutant(fc_receiver 1 "exists[k] && first[k] && difference" "exists[k] && difference")
# A report is compared with a count from which the cell of the cycle before is missing.
mutant(fc_receiver 2
  "assign cell_vc = idx_t'(cell_vc_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin : p_received
    if (!rst_ni) begin
      received_q <= '0;
    end else begin
      if (cell_valid_i) begin
        received_q[cell_vc] <= received_q[cell_vc] + CountW'(cell_words_i);
      end"
  "logic [LenW-1:0] cell_words;
  always_ff @(posedge clk_i or negedge rst_ni) begin : p_received
    if (!rst_ni) begin
      received_q <= '0;
      cell_words <= '0;
      cell_vc <= '0;
    end else begin
      cell_words <= cell_valid_i ? cell_words_i : '0;
      cell_vc <= idx_t'(cell_vc_i);
      received_q[cell_vc] <= received_q[cell_vc] + CountW'(cell_words);")
# Words received are not counted modulo 4096: a report beyond the end of the circle finds no loss.
mutant(fc_receiver 3 "first[k] && difference != '0"
       "first[k] && entries[k].count > received_q[idx_t'(entries[k].vc)]")
# Only the first entry of a report corrects its count; the others report their loss again.
mutant(fc_receiver 4 "set_valid_i && report && exists[k] && first[k]"
       "set_valid_i && report && exists[k] && k == 0")
# A VC that does not exist is taken for another one.
mutant(fc_receiver 5 "exists[k] = 32'(entries[k].vc) < NumVcs" "exists[k] = 1'b1")
# A set that comes early leaves the last entry of the one before.
mutant(fc_receiver 6 "shown_q <= shown_d;"
       "shown_q <= (shown_q[1] != '0) ? {shown_q[1], shown_d[1:0]} : shown_d;")

# ---- link_state
# The run outlives the loss of lock.
mutant(link_state 1 "if (!lock_i) begin
      run_d = '0;
    end" "")
# A far side that trains again is not greeted again.
mutant(link_state 2 "state_q != StUp || (phy_valid_i && phy_state_i == 4'(StTrain))"
       "state_q != StUp")
# A PHY set sent in the cycle in which the far side's TRAIN comes hides it.
mutant(link_state 3 "(phy_valid_i && phy_state_i == 4'(StTrain))"
       "(phy_valid_i && phy_state_i == 4'(StTrain) && !phy_sent_i)")
# A link that is up does not notice that the far side fell back.
mutant(link_state 4 "if (hears_a || hears_b) state_d" "if (hears_a) state_d")
# The set that comes in a cycle is judged one cycle late.
mutant(link_state 5 "hears_c = run_d == RunEnough && class_d == ClassC"
       "hears_c = run_q == RunEnough && class_q == ClassC")
# Codes that mean nothing break a run.
mutant(link_state 6 "default:                      known = 1'b0;"
       "default:                      said = class_e'(2'd3);")

# ---- latency_meter
# The residence of a PONG that waits does not grow.
mutant(latency_meter 1 "residence_q + 1'b1" "residence_q")
# A PING that waits is forgotten when a PONG goes first.
mutant(latency_meter 2 "ping_waits_q && !ask_ping" "ping_waits_q && asked_q")
# A newer PING does not restart the residence of the PONG that waits.
mutant(latency_meter 3 "residence_q <= got_ping ?" "residence_q <= got_ping && !pong_waits_q ?")
# A second PONG is an answer too.
mutant(latency_meter 4 "flies_q && !answered" "flies_q")
# The next set is asked for before the last one is on the link.
mutant(latency_meter 5 "(asked_q && !sent_i)" "1'b0")
# The count of a round trip starts with the first PING and is not started again by the next.
mutant(latency_meter 6 "flight_q <= ping_sent ?" "flight_q <= ping_sent && !flies_q ?")

# ---- tx_gearbox
# A rest of exactly four bits takes two blocks.
mutant(tx_gearbox 1 "pairs_q < FillPairs" "pairs_q <= FillPairs")
# The later of two blocks goes first.
mutant(tx_gearbox 2 "{take_two ? block1_i : '0, block0_i}"
       "take_two ? {block0_i, block1_i} : (2 * BlockW)'(block0_i)")
# The second of two blocks is taken and lost.
mutant(tx_gearbox 3 "take_two ? block1_i : '0" "BlockW'(0)")
# A second block that is not taken disturbs the rest.
mutant(tx_gearbox 4 "take_two ? block1_i : '0" "block1_i")
# A block is taken even if no line word is formed.
mutant(tx_gearbox 5 "else if (enable_i)" "else")
# The longest rest loses its last two bits.
mutant(tx_gearbox 6 "rest_q <= bits[MaxRestW+LineW-1:LineW]"
       "rest_q <= MaxRestW'(bits[MaxRestW+LineW-3:LineW])")

# ---- rx_gearbox
# A slip in a gap is forgotten.
mutant(rx_gearbox 1 "slip = slip_i || slip_q" "slip = slip_i")
# A slip in a gap and one with the line word after it count as two.
mutant(rx_gearbox 2 "slip_q <= slip && !valid_i" "slip_q <= valid_i ? slip_i && slip_q : slip")
# One bit too few for a second block, because of a slip: it is cut nevertheless.
mutant(rx_gearbox 3 "count_q >= SecondAt + dropped" "count_q >= SecondAt")
# A slip drops the first bit of the line word instead of the first of the rest.
mutant(rx_gearbox 4 "(BitsW'(line_i) << count_q)) >> slip" "(BitsW'(line_i >> slip) << count_q))")
# The later of two blocks comes first.
mutant(rx_gearbox 5
  "block0_o <= valid_i ? bits[BlockW-1:0] : '0;
      block1_o <= (valid_i && second) ? bits[BlockW+:BlockW] : '0;"
  "block0_o <= valid_i ? (second ? bits[BlockW+:BlockW] : bits[BlockW-1:0]) : '0;
      block1_o <= (valid_i && second) ? bits[BlockW-1:0] : '0;")
# The second of two blocks is lost.
mutant(rx_gearbox 6 "{valid_i && second, valid_i && !second}" "{1'b0, valid_i}")
# Of three bits left behind two blocks, the last is lost.
mutant(rx_gearbox 7 "MaxRestW'(bits[BitsW-1:2*BlockW])" "MaxRestW'(bits[BitsW-2:2*BlockW])")

# ---- route_select
# Non-minimal candidates are charged with the weight of minimal ones.
mutant(route_select 1 "nonminimal_weight_i, nonminimal_bias_i)"
       "minimal_weight_i, nonminimal_bias_i)")
# Minimal candidates are charged with the bias of non-minimal ones.
mutant(route_select 2 ", minimal_weight_i, minimal_bias_i)"
       ", minimal_weight_i, nonminimal_bias_i)")
# Of equal costs, a non-minimal candidate comes before a minimal one.
mutant(route_select 3 "1'b1, d_drawn_q[j].pos};
        if (rank < best_rank) begin"
  "1'b1, d_drawn_q[j].pos};
        if (rank < best_rank || (rank.cost == best_rank.cost && !best_rank.nonminimal)) begin")
# Of equal costs, the one drawn first comes before the lower position.
mutant(route_select 4 "1'b0, m_drawn_q[j].pos}" "1'b0, pos_t'(j)}")
# The largest cost overflows.
mutant(route_select 5 "CostW = 28" "CostW = 27")
# A non-minimal candidate can be drawn twice.
mutant(route_select 6 "d_taken[d_pos] = 1'b1;" "")
# Minimal candidates are drawn among those that are usable.
mutant(route_select 7 "m_taken = ~mask_t'({MinimalNum{1'b1}});" "m_taken = ~m_usable;")
# Both lists are drawn with the same random numbers.
mutant(route_select 8 "random_i[minimal_count_i + 4'(j)]" "random_i[j]")
# A minimal port that is down is not avoided.
mutant(route_select 9 "m_there[p] && up[minimal_i[p]]" "m_there[p]")
# Minimal ports that are all down are not avoided while a non-minimal one is up.
mutant(route_select 10 "any_up ? m_up : m_there" "(m_up != '0) ? m_up : m_there")
# With every port down there is no non-minimal answer.
mutant(route_select 11 "any_up ? d_up : d_there" "d_up")
# A hash names the non-minimal entry after its own.
mutant(route_select 12 "hash_i - FirstHashOfD" "hash_i - (FirstHashOfD - 1'b1)")
# By hash, too, the non-minimal list counts only if something of it would be drawn.
mutant(route_select 13 "(hashed_i || nonminimal_count_i != '0)" "(nonminimal_count_i != '0)")
# If nothing drawn is usable, the first usable entry answers, wherever draw 0 was.
mutant(route_select 14 "pos_t'(hash_i[2:0]) : m_draw0" "pos_t'(hash_i[2:0]) : '0")
# By hash, ports are compared by cost where the non-minimal list counts.
mutant(route_select 15 "if (!hashed_i && j < 32'(nonminimal_count_i)" "if (j < 32'(nonminimal_count_i)")

include(rtl_ip_mutants.cmake)
include(rtl_rma_mutants.cmake)
