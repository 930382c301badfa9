# SPDX-License-Identifier: Apache-2.0
# Mutants of the blocks of 1RMA; uses the function mutant of rtl_mutants.cmake.

set(shape_command_slots PARAMS NumSlots=8)
set(shape_region_table PARAMS NumRegions=16)
set(shape_solicitation PARAMS FifoDepth=4)
set(shape_response_segmenter PARAMS NumContexts=4)
set(shape_timeout_wheel PARAMS NumTimers=8)

# ---- command_slots
# A host may store to the first slot of the other one.
mutant(command_slots 1 "32'(store_slot_i) < HalfSlots;" "32'(store_slot_i) <= HalfSlots;")
# A slot number that does not exist names one that does.
mutant(command_slots 2 "32'(store_slot_i) >= HalfSlots && 32'(store_slot_i) < NumSlots"
       "32'(store_slot_i) >= HalfSlots")
# A slot that waits to be taken can be stored to.
mutant(command_slots 3 "else if (whole_q[store_slot])" "else if (flying_q[store_slot])")
# A slot that is done can be stored to in the same cycle.
mutant(command_slots 4 "else if (whole_q[store_slot])"
       "else if (whole_q[store_slot] && !(done_valid_i && done_slot_i == store_slot_i))")
# A quarter can be stored twice.
mutant(command_slots 5 "else if (written_q[store_slot][store_part_i])" "else if (1'b0)")
# The last quarter makes a command whole, whatever came before.
mutant(command_slots 6 "written_d == '1" "store_part_i == '1")
# A store to a free slot does not reserve it.
mutant(command_slots 7 "(taken_q | allocated | stored)" "(taken_q | allocated | completed)")
# An allocation drops a store to the same slot in the same cycle.
mutant(command_slots 8 "assign stores = store_valid_i &&"
       "assign stores = store_valid_i && !allocated[store_slot] &&")
# A slot that is allocated and stored to in one cycle counts twice.
mutant(command_slots 9 " &&
        !allocated[store_slot]" "")
# A slot that is freed keeps its quarters.
mutant(command_slots 10 "written_q[done_slot] <= '0" "written_q[done_slot] <= written_q[done_slot]")
# Of the ready slots the one that came last is shown.
mutant(command_slots 11 "ready_valid_o ? order_q[rd_ptr_q] : '0"
       "ready_valid_o ? order_q[(wr_ptr_q == '0) ? idx_t'(NumSlots - 1) : wr_ptr_q - 1'b1] : '0")
# The last free slot is shown.
mutant(command_slots 12 "assign first_free[h] = ~taken & (taken + 1'b1);"
  "always_comb begin
      first_free[h] = '0;
      for (int unsigned s = 0; s < HalfSlots; s++) begin
        if (!taken[s]) first_free[h] = half_t'(1) << s;
      end
    end")
# Both hosts are shown slots of the first.
mutant(command_slots 13 "first_free[h]) << (h * HalfSlots)" "first_free[h])")

# ---- region_table
# A region is found by the lower bits of its number.
mutant(region_table 1 "32'(check_region_i) < NumRegions && registered_q" "registered_q")
# A write to a region that does not exist names one that does.
mutant(region_table 2 "write_valid_i && 32'(write_region_i) < NumRegions" "write_valid_i")
# A rekey registers a region.
mutant(region_table 3 "registered_q <= '0;
    end else if (registers) begin" "registered_q <= '0;
    end else if (writes_key) begin")
# A region that is registered again keeps its old key.
mutant(region_table 4 "writes_key = registers ||" "writes_key =
      (registers && !registered_q[write_region]) ||")
# A revoked region stays.
mutant(region_table 5 "write_kind_i == KindRevoke" "1'b0")
# Atomics need the permission to write.
mutant(region_table 6 "OpFetchAdd, OpCompareSwap: permitted = region.perms[2]"
       "OpFetchAdd, OpCompareSwap: permitted = region.perms[1]")
# A read of no bytes is granted.
mutant(region_table 7 "check_size_i != '0 && " "")
# A whole page is too much.
mutant(region_table 8 "check_size_i <= 16'(MaxBytes)" "check_size_i < 16'(MaxBytes)")
# Alignment is that of the offset alone.
mutant(region_table 9 "atomic && address[2:0] != '0" "atomic && check_offset_i[2:0] != '0")
# Offset and size overflow.
mutant(region_table 10 "past_end > (LengthW+1)'(region.length)"
       "past_end[LengthW-1:0] > region.length")
# The last byte of a region cannot be touched.
mutant(region_table 11 "past_end > (LengthW+1)'(region.length)"
       "past_end >= (LengthW+1)'(region.length)")
# A refused request has no key to be signed with.
mutant(region_table 12 "reason != OpUnknown && reason != NoRegion" "reason == Granted")
# A refused request is told the address.
mutant(region_table 13 "(known && reason == Granted) ? address" "known ? address")
# A rekey is judged by its size.
mutant(region_table 14 "check_op_i != OpRekey) begin" "1'b1) begin")
# Bounds come before the size.
mutant(region_table 15 "if (!right_size) begin"
       "if (!right_size && past_end <= (LengthW+1)'(region.length)) begin")
# A write is seen by the check of the same cycle.
mutant(region_table 16 "&& registered_q[check_region]" "&& (registered_q[check_region] ||
      (registers && 24'(write_region_i) == check_region_i))")
# A table write that should do nothing revokes.
mutant(region_table 17 "else if (writes && write_kind_i == KindRevoke)"
       "else if (writes && write_kind_i[1])")

# ---- solicitation
# An operation needs no more than its own size.
mutant(solicitation 1 "(UsedW+1)'(used_q) + (UsedW+1)'(MaxBytes) <="
       "(UsedW+1)'(used_q) + (UsedW+1)'(head[chosen].size) <=")
# Room for exactly 4096 bytes is not enough.
mutant(solicitation 2 "(UsedW+1)'(MaxBytes) <= (UsedW+1)'(window_i)"
       "(UsedW+1)'(MaxBytes) < (UsedW+1)'(window_i)")
# Each operation is debited with 4096 bytes.
mutant(solicitation 3 "used_q + UsedW'(granted_size)"
       "used_q + ((grants != '0) ? UsedW'(MaxBytes) : '0)")
# A refund opens the window in its own cycle.
mutant(solicitation 4 "assign fits = (UsedW+1)'(used_q) +" "assign fits = (UsedW+1)'(used_q) -
      (refund_valid_i ? (UsedW+1)'(refund_bytes_i) : '0) +")
# A refund in the cycle of a grant is lost.
mutant(solicitation 5 "(refund_valid_i ? UsedW'(refund_bytes_i)"
       "((refund_valid_i && grants == '0) ? UsedW'(refund_bytes_i)")
# An operation expires one cycle late.
mutant(solicitation 6 "now_q - head[c].stamp >= dispatch_limit_i"
       "now_q - head[c].stamp > dispatch_limit_i")
# Of two heads that have waited too long, class 1 goes first.
mutant(solicitation 7 "{is_late[1] && !is_late[0], is_late[0]}"
       "{is_late[1], is_late[0] && !is_late[1]}")
# A head that has to wait for the other class to expire cannot be granted.
mutant(solicitation 8 "asks = has_head & ~expires" "asks = has_head & ~is_late")
# A class is granted and expires in one cycle.
mutant(solicitation 9 "asks = has_head & ~expires" "asks = has_head")
# Grants of a class that is alone count for its turn.
mutant(solicitation 10 "if (grants != '0 && contended)"
       "if (grants != '0 && (contended || chosen == turn_q))")
# The turn goes to the other class one grant late.
mutant(solicitation 11 "counted_q + 1'b1 == weight_i[turn_q]" "counted_q == weight_i[turn_q]")
# Each turn lasts as long as the other class's weight says.
mutant(solicitation 12 "weight_i[turn_q];" "weight_i[!turn_q];")
# Strict priority is for class 1.
mutant(solicitation 13 "(!strict_i && turn_q)" "(strict_i || turn_q)")
# Nothing holds grants back.
mutant(solicitation 14 "(hold_i || !fits) ? '0 :" "!fits ? '0 :")
# Hold keeps operations from expiring.
mutant(solicitation 15 "{is_late[1] && !is_late[0], is_late[0]}"
       "hold_i ? '0 : {is_late[1] && !is_late[0], is_late[0]}")
# A push in the cycle of a grant does not count.
mutant(solicitation 16 "+ count_t'(push) - count_t'(leaves[c])"
       "+ count_t'(push && !leaves[c]) - count_t'(leaves[c])")

# ---- request_codec
# Size and slot have changed places.
mutant(request_codec 1 "enc_region_i, enc_slot_i, enc_size_i,"
       "enc_region_i, enc_size_i, enc_slot_i,")
# A request is taken while the last word of the one before is.
mutant(request_codec 2 "enc_ready_o = !sending_q;"
       "enc_ready_o = !sending_q || (word_last_o && word_ready_i);")
# A word goes by whether it is taken or not.
mutant(request_codec 3 "else if (sending_q && word_ready_i)" "else if (sending_q)")
# The last word is not marked.
mutant(request_codec 4 "assign word_last_o = sending_q && place_q == LastWord;"
       "assign word_last_o = sending_q && place_q == LastWord && !word_ready_i;")
# A word without a first begins a cell.
mutant(request_codec 5 "(rx_first_i || inside_q)" "1'b1")
# A first inside a cell does not begin anew.
mutant(request_codec 6 "if (rx_first_i) begin
      count_d" "if (rx_first_i && !inside_q) begin
      count_d")
# The type is that of the last word.
mutant(request_codec 7 "rx_first_i ? rx_type_i : type_q" "rx_type_i")
# A cell of more words is taken for six.
mutant(request_codec 8 "count_d != PlaceW'(NumWords)" "count_d < PlaceW'(NumWords)")
# Words are counted modulo eight.
mutant(request_codec 9 "if (count_q == TooMany) begin" "if (1'b0) begin")
# A cell of one word gives no result.
mutant(request_codec 10 "ends = belongs && rx_last_i" "ends = belongs && rx_last_i && !rx_first_i")
# A PULL may carry a READ.
mutant(request_codec 11 "(type_d == TypeReq) ? arrived.op == OpRead :"
       "(type_d == TypeReq) ? arrived.op == OpRead :
      (type_d == TypePull) ? arrived.op <= OpRekey :")
# A REQ may carry what it likes.
mutant(request_codec 12 "(type_d == TypeReq) ? arrived.op == OpRead"
       "(type_d == TypeReq) ? arrived.op <= OpRekey")
# A WREQ may have flags.
mutant(request_codec 13 "type_d != TypePull && arrived" "type_d == TypeReq && arrived")
# Flags are judged before the op.
mutant(request_codec 14 "else if (!right_op) begin"
       "else if (!right_op && (type_d == TypePull || arrived.flags == '0)) begin")
# A cell that is no request has no type.
mutant(request_codec 15 "ends ? type_d : '0" "(ends && error == ErrorNone) ? type_d : '0")
# A cell that is no request has fields.
mutant(request_codec 16 "(ends && error == ErrorNone) ? arrived" "ends ? arrived")
# A rekey is unknown.
mutant(request_codec 17 "arrived.op <= OpRekey" "arrived.op < OpRekey")

# ---- response_segmenter
# Cells carry 128 bytes, whatever the strap says.
mutant(response_segmenter 1 "length_q > LengthW'(max_data_i)) ? max_data_i"
       "length_q > LengthW'(128)) ? PieceW'(128)")
# The last cell of a completion is as long as the others.
mutant(response_segmenter 2 "max_data_i : PieceW'(length_q)"
       "max_data_i : ((error_q || length_q < LengthW'(9)) ? PieceW'(length_q) :
      PieceW'((length_q + LengthW'(7)) & ~LengthW'(7)))")
# Bytes that do not fill a word have none.
mutant(response_segmenter 3 "(LengthW'(piece) + LengthW'(7)) >> 3" "LengthW'(piece) >> 3")
# An error is a cell like any other.
mutant(response_segmenter 4 "(error_q || left == SizeW'(piece))" "(left == SizeW'(piece))")
# An error has the length of its completion.
mutant(response_segmenter 5 "cpl_error_i ? '0 : cpl_length_i" "cpl_length_i")
# Each completion's last cell ends the read.
mutant(response_segmenter 6 "(error_q || left == SizeW'(piece))" "(error_q || ends)")
# The last by place is the last.
mutant(response_segmenter 7 "left == SizeW'(piece)"
       "SizeW'(offset_q) + SizeW'(piece) == size_q[context_idx]")
# Cells are numbered within each completion.
mutant(response_segmenter 8 "length_q <= cpl_error_i" "counter_q <= CounterW'(1);
      length_q <= cpl_error_i")
# A cell is shown for one cycle only.
mutant(response_segmenter 9 "shown = seg_valid_o && seg_ready_i" "shown = seg_valid_o")
# A completion is taken with the last cell of the one before.
mutant(response_segmenter 10 "assign cpl_ready_o = !cutting_q;"
       "assign cpl_ready_o = !cutting_q || (shown && ends);")
# All cells of a completion have its offset.
mutant(response_segmenter 11 "offset_q <= offset_q + OffsetW'(piece)" "offset_q <= offset_q")
# The newest free context is given.
mutant(response_segmenter 12 "first_free = ~open_q & (open_q + 1'b1)"
  "first_free = {~open_q[NumContexts-1], {(NumContexts-1){1'b0}}} |
      (open_q[NumContexts-1] ? ~open_q & (open_q + 1'b1) : '0)")
# A read that is opened while another one closes is not counted.
mutant(response_segmenter 13 "+ (ContextW+1)'(opens) -" "+ (ContextW+1)'(opens && !closes) -")
# A read that has ended keeps its context.
mutant(response_segmenter 14 "& ~(mask_t'(closes) << context_idx)"
       "& ~(mask_t'(closes && !error_q) << context_idx)")

# ---- timeout_wheel
# A timer fires one cycle early.
mutant(timeout_wheel 1 "next_q + cycles - 1'b1" "next_q + cycles - stamp_t'(2)")
# A timer that runs is not started anew.
mutant(timeout_wheel 2 "(start_valid_i && 32'(start_id_i) < NumTimers)"
       "(start_valid_i && 32'(start_id_i) < NumTimers && !running_q[start_id])")
# A stop counts before a start.
mutant(timeout_wheel 3 " << stop_id) & ~start" " << stop_id)")
# Zero cycles are 65536.
mutant(timeout_wheel 4 "(start_cycles_i == '0) ? stamp_t'(1) : start_cycles_i" "start_cycles_i")
# Of those that are due, the lowest number fires.
mutant(timeout_wheel 5 "fired[t] = due_q[t] && place_q[t] == fire_place;"
       "fired[t] = due_q[t] && !start[t] && !stop[t] && fired == '0;")
# Of timers that are due at once, the highest number fires first.
mutant(timeout_wheel 6 "        if (stays[t]) begin
          place_d[t] = place_q[t] - SlotW'(fires && place_q[t] > fire_place) -
              SlotW'(start_due && place_q[t] > start_place) -
              SlotW'(stop_due && place_q[t] > stop_place);
        end else if (becomes[t]) begin
          place_d[t] = SlotW'(behind);"
  "        if (stays[t]) begin
          place_d[t] = place_q[t] - SlotW'(fires && place_q[t] > fire_place) -
              SlotW'(start_due && place_q[t] > start_place) -
              SlotW'(stop_due && place_q[t] > stop_place);
        end else if (becomes[t]) begin
          place_d[t] = SlotW'(num_stay + count_t'($countones(becomes)) - 1'b1 -
              (behind - num_stay));")
# A timer that is stopped in the cycle in which it would fire fires.
mutant(timeout_wheel 7 " || (stop_due && stop_place == fire_place)" "")
# When a timer that is due is stopped, those behind it do not move up.
mutant(timeout_wheel 8 " -
              SlotW'(stop_due && place_q[t] > stop_place);" ";")
# Hold is not obeyed.
mutant(timeout_wheel 9 "fires = !hold_i && count_t'(fire_place) < num_due_q"
       "fires = count_t'(fire_place) < num_due_q")
# Hold stops the clock of the timers.
mutant(timeout_wheel 10 "next_q <= next_q + 1'b1" "next_q <= next_q + stamp_t'(!hold_i)")
# A timer number that does not exist names one that does.
mutant(timeout_wheel 11 "stop_valid_i && 32'(stop_id_i) < NumTimers" "stop_valid_i")
# A timer that is started anew counts twice.
mutant(timeout_wheel 12 "(start & ~running_q) != '0" "start != '0")
# A timer that has fired still runs.
mutant(timeout_wheel 13 "!= '0) - count_t'(fires)" "!= '0)")
# A timer due in the next cycle waits for its turn of the clock.
mutant(timeout_wheel 14 "((cycles == stamp_t'(1)) ? start : '0)" "'0")

# ---- waits longer than 16 bits can count: found by rma_long_waits_lockstep.cpp alone
# An operation that has waited 65536 cycles has not waited at all.
mutant(solicitation long "old_q != '0 || now_q" "now_q")
# A timer that is held back becomes due again after 65536 cycles.
mutant(timeout_wheel long "~(due_q | start | stop)" "~(start | stop)")
