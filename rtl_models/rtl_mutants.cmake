# SPDX-License-Identifier: Apache-2.0
# One planted bug per mutant, in shape 4 where a block has shapes; a lockstep test must catch each
# of them.

# ---- cell_header_codec
# CRC starts from zero.
tin_mutant(cell_header_codec 1 "decoded_crc = crc8(word_i[CoveredW-1:0])"
           "decoded_crc = crc8(word_i[CoveredW-1:0]) ^ crc8_serial(8'hFF, '0)"
           SOURCES ${rtl_cell_header_codec})
# Type 14 passes.
tin_mutant(cell_header_codec 2 "<= 4'd14" "<= 4'd13" SOURCES ${rtl_cell_header_codec})
# The longest cell is an error.
tin_mutant(cell_header_codec 3 "decoded.len > MaxLen" "decoded.len >= MaxLen"
           SOURCES ${rtl_cell_header_codec})

# ---- vc_fifo
set(shape PARAMS NumVcs=4 MaxWords=64)
# A credit counts one word less than the cell has.
tin_mutant(vc_fifo 1 "rd_first_q ? rd_left_q : '0" "rd_first_q ? rd_left_q - 1'b1 : '0"
           SOURCES ${rtl_vc_fifo} ${shape})
# A cell that goes round the end of the ring loses a word.
tin_mutant(vc_fifo 2 "rd_addr_q <= rd_addr_q + 1'b1;"
           "rd_addr_q <= (rd_addr_q == '1) ? AddrW'(1) : rd_addr_q + 1'b1;"
           SOURCES ${rtl_vc_fifo} ${shape})
# A cell that arrives while the last one is popped is not seen as head.
tin_mutant(vc_fifo 3 "(pop_valid_i && pop_vc == push_vc && !next_is_stored)" "1'b0"
           SOURCES ${rtl_vc_fifo} ${shape})

# ---- credit_counter
set(shape PARAMS NumVcs=4)
# Updates are accepted in a quarter instead of half of the number circle.
tin_mutant(credit_counter 1 "fc_newer = !fc_advance[CountW-1]"
           "fc_newer = fc_advance[CountW-1:CountW-2] == '0"
           SOURCES ${rtl_credit_counter} ${shape})
# A take forgets the update of the same VC in the same cycle.
tin_mutant(credit_counter 2 "(fc_accept && both_on_one_vc) ? fc_limit_i : limit_q[take_vc]"
           "limit_q[take_vc]" SOURCES ${rtl_credit_counter} ${shape})
# A take counts an update of the same VC in the same cycle even if it is too old to be accepted.
tin_mutant(credit_counter 3 "(fc_accept && both_on_one_vc)" "(fc_valid_i && both_on_one_vc)"
           SOURCES ${rtl_credit_counter} ${shape})

# ---- islip_arbiter
set(shape PARAMS NumPorts=4 NumVcs=4)
# Grant pointers move with every grant, accepted or not (round robin matching, not iSLIP).
tin_mutant(islip_arbiter 1
  "grant_ptr_q[idx_t'(match_port_d[i])] <= (PortW'(i) == LastPort) ? '0 : PortW'(i) + 1'b1;"
  "for (int unsigned o = 0; o < NumPorts; o++) begin
            if (!out_busy_i[o] && !matched_out_q[o] && (wants[o] & MaxPorts'(free_in)) != '0) begin
              grant_ptr_q[o] <=
                  (first_from(wants[o] & MaxPorts'(free_in), grant_ptr_q[o]) == LastPort) ? '0 :
                  first_from(wants[o] & MaxPorts'(free_in), grant_ptr_q[o]) + 1'b1;
            end
          end"
  SOURCES ${rtl_islip_arbiter} ${shape})
# Pointers move in every round, not only in the first.
tin_mutant(islip_arbiter 2 "if (first_round[i]) begin" "if (match_valid_d[i]) begin"
           SOURCES ${rtl_islip_arbiter} ${shape})
# Accept pointers skip the last port.
tin_mutant(islip_arbiter 3 "(match_port_d[i] == LastPort)" "(match_port_d[i] + 1'b1 == LastPort)"
           SOURCES ${rtl_islip_arbiter} ${shape})
# Busy inputs are matched.
tin_mutant(islip_arbiter 4 "free_in = ~in_busy_i & ~match_valid_q" "free_in = ~match_valid_q"
           SOURCES ${rtl_islip_arbiter} ${shape})
# The VC pointer stays on the VC served.
tin_mutant(islip_arbiter 5 "(match_vc_d[i] == LastVc) ? '0 : match_vc_d[i] + 1'b1" "match_vc_d[i]"
           SOURCES ${rtl_islip_arbiter} ${shape})

# ---- crossbar
set(shape PARAMS NumPorts=4)
# Busy ends one cycle too early.
tin_mutant(crossbar 1 "wait_q[i] > 5'd1" "wait_q[i] > 5'd2" SOURCES ${rtl_crossbar} ${shape})
# The last word of a cell goes where the next cell goes.
tin_mutant(crossbar 2 "port_q2 <= port_q;"
  "for (int unsigned i = 0; i < NumPorts; i++) begin
        port_q2[i] <= start_valid_i[i] ? start_port_i[i] : port_q[i];
      end"
  SOURCES ${rtl_crossbar} ${shape})

# ---- output_queue
set(shape PARAMS NumVcs=4)
# What a VC did not use of its budget is kept.
tin_mutant(output_queue 1 "((budget_d < 0) ? budget_d : '0) +" "budget_d +"
           SOURCES ${rtl_output_queue} ${shape})
# A VC that is alone is charged for its cells.
tin_mutant(output_queue 3 "end else if (choose && !alone) begin" "end else if (choose) begin"
           SOURCES ${rtl_output_queue} ${shape})
# Space comes back word by word instead of with the header.
tin_mutant(output_queue 2
  "if (choose) begin
        space_q[rd_vc] <= release_space_d;"
  "if (rd_valid) begin
        space_q[rd_vc] <= ((reserve_valid_i && reserve_vc == rd_vc) ?
            reserve_space_d : space_q[rd_vc]) + 8'd1;"
  SOURCES ${rtl_output_queue} ${shape})
# Strict priority is fixed instead of round robin among the strict VCs.
tin_mutant(output_queue 3 "strict_ptr_q <= (chosen_vc == LastVc) ? '0 : chosen_vc + 1'b1;"
           "strict_ptr_q <= '0;" SOURCES ${rtl_output_queue} ${shape})
# A reservation and a release of one VC in one cycle: the reservation is lost.
tin_mutant(output_queue 4 "(reserve_valid_i && reserve_vc == rd_vc) ?
      reserve_space_d : space_q[rd_vc]" "space_q[rd_vc]" SOURCES ${rtl_output_queue} ${shape})

# ---- cell_switch: the joints only; its blocks have mutants of their own
set(shape PARAMS NumPorts=4 NumVcs=4 MaxWords=64)
# The hop count is not decremented.
tin_mutant(cell_switch 1 "(arrived.hop - 1'b1)" "(arrived.hop)"
           SOURCES ${rtl_cell_switch} ${shape})
# Credit and space are taken from the VC of arrival instead of the VC of departure.
tin_mutant(cell_switch 2 "take_vc[take_out] = head_meta[p][vc_idx_t'(match_vc[p])][MetaW-1:PortW];"
           "take_vc[take_out] = match_vc[p];" SOURCES ${rtl_cell_switch} ${shape})
# The arbiter always makes one round.
tin_mutant(cell_switch 3 "(iterations_q)," "(3'd1)," SOURCES ${rtl_cell_switch} ${shape})
# The lookup gets one cycle less.
tin_mutant(cell_switch 4 "take_q3 <= take_q2;
      start_q3 <= start_q2;
      data_q3 <= data_q2;" "take_q3 <= take_q;
      start_q3 <= start_q;
      data_q3 <= data_q;" SOURCES ${rtl_cell_switch} ${shape})
# A cell whose length equals the free space does not ask.
tin_mutant(cell_switch 5 "8'(head_len[p][v]) <= space[req_out][req_vc]"
           "8'(head_len[p][v]) < space[req_out][req_vc]" SOURCES ${rtl_cell_switch} ${shape})

# ---- ordered_set_codec
# The last code, IDLE, is an error.
tin_mutant(ordered_set_codec 1 "code_o > OscLast" "code_o >= OscLast"
           SOURCES ${rtl_ordered_set_codec})
# The CRC sent does not cover the topmost bit, `init` of FC.
tin_mutant(ordered_set_codec 2 "crc8({body_i, code_i})" "crc8({1'b0, body_i[50:0], code_i})"
           SOURCES ${rtl_ordered_set_codec})
# A start of cell passes.
tin_mutant(ordered_set_codec 3 "code_o < OscFirst" "code_o < OscStart"
           SOURCES ${rtl_ordered_set_codec})

# ---- pcs_tx
# control_i counts even if no word is sent.
tin_mutant(pcs_tx 1 "(valid_i && !control_i)" "(!control_i)" SOURCES ${rtl_pcs_tx})
# The scrambler stands still while IDLE is sent.
tin_mutant(pcs_tx 2 "sent_q <= {scrambled_rest" "if (valid_i) sent_q <= {scrambled_rest"
           SOURCES ${rtl_pcs_tx})
# The last six bits take their older tap from the block before.
tin_mutant(pcs_tx 3 "{scrambled_first[5:0], sent_q[57:39]}" "{sent_q[5:0], sent_q[57:39]}"
           SOURCES ${rtl_pcs_tx})

# ---- pcs_rx
# The 15th bad block costs the lock.
tin_mutant(pcs_rx 1 "BadLast = 4'd15" "BadLast = 4'd14" SOURCES ${rtl_pcs_rx})
# Blocks with a bad sync header pass the descrambler by.
tin_mutant(pcs_rx 2 "received_q <= received[121:64];" "if (good) received_q <= received[121:64];"
           SOURCES ${rtl_pcs_rx})
# A bad block at the end of a window counts in the next one.
tin_mutant(pcs_rx 3 "end else if (!window_ends) begin
      bad_d = bad_q + 4'(!good);"
  "end else begin
      bad_d = (window_ends ? 4'd0 : bad_q) + 4'(!good);"
  SOURCES ${rtl_pcs_rx})
# The 16th bad block does not cost the lock if its window ends with it.
tin_mutant(pcs_rx 4 "!good && bad_q == BadLast" "!good && bad_q == BadLast && !window_ends"
           SOURCES ${rtl_pcs_rx})

# ---- rs_fec_encoder
# A codeword that follows at once starts from the parity of the one before.
tin_mutant(rs_fec_encoder 1 "(count_q == '0) ? '0" "(count_q == '0 && !kept_q) ? '0"
           SOURCES ${rtl_rs_fec_encoder})
# The very last data symbol is left out of the parity.
tin_mutant(rs_fec_encoder 2 "has_ninth = count_q[1:0] == 2'd3" "has_ninth = count_q == 3'd3"
           SOURCES ${rtl_rs_fec_encoder})

# ---- rs_fec_decoder
# A locator with one of its two roots outside the codeword passes.
tin_mutant(rs_fec_decoder 1 "2'($countones(roots_q)) != num_errors_q"
           "(roots_q == '0) != (num_errors_q == '0)" SOURCES ${rtl_rs_fec_decoder})
# A locator whose root is double passes for one error.
tin_mutant(rs_fec_decoder 2 "s0 != '0 && det == '0 && det_1 == '0" "s0 != '0 && det_1 == '0"
           SOURCES ${rtl_rs_fec_decoder})
# Syndromes are looked at again when the next codeword has begun.
tin_mutant(rs_fec_decoder 3 "end else if (step_q[0]) begin" "end else if (|step_q[1:0]) begin"
           SOURCES ${rtl_rs_fec_decoder})
# Corrected parity symbols are not counted.
tin_mutant(rs_fec_decoder 4 "? num_errors_q : '0" "? 2'($countones(roots_q[NumDataSyms-1:0])) : '0"
           SOURCES ${rtl_rs_fec_decoder})

# ---- fc_sender
set(shape PARAMS NumVcs=4)
# A set follows one cycle too early.
tin_mutant(fc_sender 1 "Cooldown = 2'd2" "Cooldown = 2'd1" SOURCES ${rtl_fc_sender} ${shape})
# The pointer stays on the last VC of the set.
tin_mutant(fc_sender 2 "(last_taken == LastVc) ? '0 : last_taken + 1'b1" "last_taken"
           SOURCES ${rtl_fc_sender} ${shape})
# A refresh set makes waiting updates young again.
tin_mutant(fc_sender 3 "take_update || !any_pending" "take_i || !any_pending"
           SOURCES ${rtl_fc_sender} ${shape})
# A take accepts the limits of its own cycle, of which the set on the link knows nothing.
tin_mutant(fc_sender 4 "<= shown_entry_q[k].limit" "<= limit_q[idx_t'(shown_entry_q[k].vc)]"
           SOURCES ${rtl_fc_sender} ${shape})
# A report counts the cell that begins in the same cycle.
tin_mutant(fc_sender 5 "sent_q[idx_t'(refresh_vc)]"
  "sent_q[idx_t'(refresh_vc)] +
          ((sent_valid_i && sent_vc_i == refresh_vc) ? CountW'(sent_words_i) : '0)"
  SOURCES ${rtl_fc_sender} ${shape})
# A refresh that falls due in the cycle after a take is forgotten.
tin_mutant(fc_sender 6 "countdown_q == '0;" "countdown_q == '0 && cooldown_q != Cooldown;"
           SOURCES ${rtl_fc_sender} ${shape})
# Words granted in the cycle in which words of the same VC are lost: the loss is not in the limit.
tin_mutant(fc_sender 7 "((lost_valid_i && lost_vc == limit_vc) ? lost_d : lost_q[limit_vc])"
           "lost_q[limit_vc]" SOURCES ${rtl_fc_sender} ${shape})
# The last VC, alone in its group, is never refreshed.
tin_mutant(fc_sender 8 "FcEntries >= NumVcs" "FcEntries >= NumVcs - 1"
           SOURCES ${rtl_fc_sender} ${shape})
# An update that has waited for 256 cycles is young again.
tin_mutant(fc_sender 9 "end else if (age_q != '1) begin" "end else begin"
           SOURCES ${rtl_fc_sender} ${shape})

# ---- tx_scheduler
# A set cannot follow the last word of a cell.
tin_mutant(tx_scheduler 1 "boundary = left_d == '0" "boundary = !tx_valid_i"
           SOURCES ${rtl_tx_scheduler})
# The time of a TIMESYNC stands still while it waits.
tin_mutant(tx_scheduler 2 "timesync_time_q <= timesync_time_d;" ""
           SOURCES ${rtl_tx_scheduler})
# A TIMESYNC that comes while the one before it is chosen is lost.
tin_mutant(tx_scheduler 3 "if (timesync_valid_i) begin"
           "if (timesync_valid_i && next_kind != KindTimesync) begin" SOURCES ${rtl_tx_scheduler})
# Words of cells do not count in the gap between two MOS.
tin_mutant(tx_scheduler 4 "end else if (mos_wait_q != '0) begin"
           "end else if (mos_wait_q != '0 && !tx_valid_i) begin" SOURCES ${rtl_tx_scheduler})
# The gap between two MOS is one slot too long.
tin_mutant(tx_scheduler 5 "mos_gap_i - 1'b1" "mos_gap_i" SOURCES ${rtl_tx_scheduler})
# A spare FC set for which a cell left no room goes after that cell.
tin_mutant(tx_scheduler 6
  "set_kind_q <= next_kind;
      set_word_q <= {crc8(next_set), next_set};"
  "if (!tx_valid_i || next_kind != KindIdle) begin
        set_kind_q <= next_kind;
        set_word_q <= {crc8(next_set), next_set};
      end"
  SOURCES ${rtl_tx_scheduler})
# An FC set goes twice: its request is still there in its own slot.
tin_mutant(tx_scheduler 7 "fc_request_i && slot_kind != KindFc" "fc_request_i"
           SOURCES ${rtl_tx_scheduler})
# A LAT that waits behind a TIMESYNC is lost.
tin_mutant(tx_scheduler 8 "if (next_kind == KindLat) begin"
           "if (next_kind == KindLat || next_kind == KindTimesync) begin"
           SOURCES ${rtl_tx_scheduler})
# A new LAT does not replace the one that waits.
tin_mutant(tx_scheduler 9 "if (lat_valid_i) begin" "if (lat_valid_i && !lat_held_q) begin"
           SOURCES ${rtl_tx_scheduler})
# ---- link_rx
set(shape PARAMS NumVcs=4)
# A missing slot inside a cell is passed over instead of filled.
tin_mutant(link_rx 1 "in_cell = left_q != '0;" "in_cell = left_q != '0 && valid_i;"
           SOURCES ${rtl_link_rx} ${shape})
# A word lost inside a cell is filled, but does not count: the cell ends one word late.
tin_mutant(link_rx 2 "left_q <= left_q - 1'b1" "left_q <= left_q - LenW'(good)"
           SOURCES ${rtl_link_rx} ${shape})
# FC counts while the link is not up.
tin_mutant(link_rx 3 "code != OscIdle && (!is_fc || enable_i)" "code != OscIdle"
           SOURCES ${rtl_link_rx} ${shape})
# Loss of lock ends a cell.
tin_mutant(link_rx 4 "end else if (in_cell) begin" "end else if (!lock_i) begin
      left_q <= '0;
    end else if (in_cell) begin"
           SOURCES ${rtl_link_rx} ${shape})
# A cell without hops left passes.
tin_mutant(link_rx 5 "32'(vc) < NumVcs &&
      hop != '0" "32'(vc) < NumVcs"
           SOURCES ${rtl_link_rx} ${shape})
# A control word inside a cell goes on to the switch.
tin_mutant(link_rx 6 "(in_cell && data)" "(in_cell && good)" SOURCES ${rtl_link_rx} ${shape})
# The lost slot that costs the lock is counted.
tin_mutant(link_rx 7 "!good && lock_i && (violation_i || valid_i)"
           "!good && (violation_i || (lock_i && valid_i))"
           SOURCES ${rtl_link_rx} ${shape})

# ---- fc_receiver
# A VC that stands twice in a report is granted its lost words twice.
tin_mutant(fc_receiver 1 "exists[k] && first[k] && difference" "exists[k] && difference"
           SOURCES ${rtl_fc_receiver} ${shape})
# A report is compared with a count from which the cell of the cycle before is missing.
tin_mutant(fc_receiver 2
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
      received_q[cell_vc] <= received_q[cell_vc] + CountW'(cell_words);"
  SOURCES ${rtl_fc_receiver} ${shape})
# Words received are not counted modulo 4096: a report beyond the end of the circle finds no loss.
tin_mutant(fc_receiver 3 "first[k] && difference != '0"
           "first[k] && entries[k].count > received_q[idx_t'(entries[k].vc)]"
           SOURCES ${rtl_fc_receiver} ${shape})
# Only the first entry of a report corrects its count; the others report their loss again.
tin_mutant(fc_receiver 4 "set_valid_i && report && exists[k] && first[k]"
           "set_valid_i && report && exists[k] && k == 0"
           SOURCES ${rtl_fc_receiver} ${shape})
# A VC that does not exist is taken for another one.
tin_mutant(fc_receiver 5 "exists[k] = 32'(entries[k].vc) < NumVcs" "exists[k] = 1'b1"
           SOURCES ${rtl_fc_receiver} ${shape})
# A set that comes early leaves the last entry of the one before.
tin_mutant(fc_receiver 6 "shown_q <= shown_d;"
           "shown_q <= (shown_q[1] != '0) ? {shown_q[1], shown_d[1:0]} : shown_d;"
           SOURCES ${rtl_fc_receiver} ${shape})

# ---- link_state
# The run outlives the loss of lock.
tin_mutant(link_state 1 "if (!lock_i) begin
      run_d = '0;
    end" "" SOURCES ${rtl_link_state})
# A far side that trains again is not greeted again.
tin_mutant(link_state 2 "state_q != StUp || (phy_valid_i && phy_state_i == 4'(StTrain))"
           "state_q != StUp" SOURCES ${rtl_link_state})
# A PHY set sent in the cycle in which the far side's TRAIN comes hides it.
tin_mutant(link_state 3 "(phy_valid_i && phy_state_i == 4'(StTrain))"
           "(phy_valid_i && phy_state_i == 4'(StTrain) && !phy_sent_i)" SOURCES ${rtl_link_state})
# A link that is up does not notice that the far side fell back.
tin_mutant(link_state 4 "if (hears_a || hears_b) state_d" "if (hears_a) state_d"
           SOURCES ${rtl_link_state})
# The set that comes in a cycle is judged one cycle late.
tin_mutant(link_state 5 "hears_c = run_d == RunEnough && class_d == ClassC"
           "hears_c = run_q == RunEnough && class_q == ClassC" SOURCES ${rtl_link_state})
# Codes that mean nothing break a run.
tin_mutant(link_state 6 "default:                      known = 1'b0;"
           "default:                      said = class_e'(2'd3);" SOURCES ${rtl_link_state})

# ---- latency_meter
# The residence of a PONG that waits does not grow.
tin_mutant(latency_meter 1 "residence_q + 1'b1" "residence_q" SOURCES ${rtl_latency_meter})
# A PING that waits is forgotten when a PONG goes first.
tin_mutant(latency_meter 2 "ping_waits_q && !ask_ping" "ping_waits_q && asked_q"
           SOURCES ${rtl_latency_meter})
# A newer PING does not restart the residence of the PONG that waits.
tin_mutant(latency_meter 3 "residence_q <= got_ping ?" "residence_q <= got_ping && !pong_waits_q ?"
           SOURCES ${rtl_latency_meter})
# A second PONG is an answer too.
tin_mutant(latency_meter 4 "flies_q && !answered" "flies_q" SOURCES ${rtl_latency_meter})
# The next set is asked for before the last one is on the link.
tin_mutant(latency_meter 5 "(asked_q && !sent_i)" "1'b0" SOURCES ${rtl_latency_meter})
# The count of a round trip starts with the first PING and is not started again by the next.
tin_mutant(latency_meter 6 "flight_q <= ping_sent ?" "flight_q <= ping_sent && !flies_q ?"
           SOURCES ${rtl_latency_meter})

# ---- tx_gearbox
# A rest of exactly four bits takes two blocks.
tin_mutant(tx_gearbox 1 "pairs_q < FillPairs" "pairs_q <= FillPairs" SOURCES ${rtl_tx_gearbox})
# The later of two blocks goes first.
tin_mutant(tx_gearbox 2 "{take_two ? block1_i : '0, block0_i}"
           "take_two ? {block0_i, block1_i} : (2 * BlockW)'(block0_i)" SOURCES ${rtl_tx_gearbox})
# The second of two blocks is taken and lost.
tin_mutant(tx_gearbox 3 "take_two ? block1_i : '0" "BlockW'(0)" SOURCES ${rtl_tx_gearbox})
# A second block that is not taken disturbs the rest.
tin_mutant(tx_gearbox 4 "take_two ? block1_i : '0" "block1_i" SOURCES ${rtl_tx_gearbox})
# A block is taken even if no line word is formed.
tin_mutant(tx_gearbox 5 "else if (enable_i)" "else" SOURCES ${rtl_tx_gearbox})
# The longest rest loses its last two bits.
tin_mutant(tx_gearbox 6 "rest_q <= bits[MaxRestW+LineW-1:LineW]"
           "rest_q <= MaxRestW'(bits[MaxRestW+LineW-3:LineW])" SOURCES ${rtl_tx_gearbox})

# ---- rx_gearbox
# A slip in a gap is forgotten.
tin_mutant(rx_gearbox 1 "slip = slip_i || slip_q" "slip = slip_i" SOURCES ${rtl_rx_gearbox})
# A slip in a gap and one with the line word after it count as two.
tin_mutant(rx_gearbox 2 "slip_q <= slip && !valid_i" "slip_q <= valid_i ? slip_i && slip_q : slip"
           SOURCES ${rtl_rx_gearbox})
# One bit too few for a second block, because of a slip: it is cut nevertheless.
tin_mutant(rx_gearbox 3 "count_q >= SecondAt + dropped" "count_q >= SecondAt"
           SOURCES ${rtl_rx_gearbox})
# A slip drops the first bit of the line word instead of the first of the rest.
tin_mutant(rx_gearbox 4 "(BitsW'(line_i) << count_q)) >> slip"
           "(BitsW'(line_i >> slip) << count_q))" SOURCES ${rtl_rx_gearbox})
# The later of two blocks comes first.
tin_mutant(rx_gearbox 5
  "block0_o <= valid_i ? bits[BlockW-1:0] : '0;
      block1_o <= (valid_i && second) ? bits[BlockW+:BlockW] : '0;"
  "block0_o <= valid_i ? (second ? bits[BlockW+:BlockW] : bits[BlockW-1:0]) : '0;
      block1_o <= (valid_i && second) ? bits[BlockW-1:0] : '0;"
  SOURCES ${rtl_rx_gearbox})
# The second of two blocks is lost.
tin_mutant(rx_gearbox 6 "{valid_i && second, valid_i && !second}" "{1'b0, valid_i}"
           SOURCES ${rtl_rx_gearbox})
# Of three bits left behind two blocks, the last is lost.
tin_mutant(rx_gearbox 7 "MaxRestW'(bits[BitsW-1:2*BlockW])" "MaxRestW'(bits[BitsW-2:2*BlockW])"
           SOURCES ${rtl_rx_gearbox})
