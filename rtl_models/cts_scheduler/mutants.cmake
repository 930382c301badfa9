# SPDX-License-Identifier: Apache-2.0
# Bugs planted in cts_scheduler.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# A packet that fills the window exactly waits.
mutant(1 "left_t'(bytes[c]) <= left" "left_t'(bytes[c]) < left")
# A packet that fills the free slots to the last byte waits.
mutant(2 "RoomW'(bytes[c]) <= room" "RoomW'(bytes[c]) < room")
# A class keeps the lead that it had on those that wait.
mutant(3 "lead_t'(chosen_bytes) * lead_t'(chosen_cost)"
       "passed + lead_t'(chosen_bytes) * lead_t'(chosen_cost)")
# Of equal leads the highest class is granted first.
mutant(4 "lead_q[p][c] <= lead_q[p][d]" "lead_q[p][c] < lead_q[p][d]")
# The lowest strict class is granted first.
mutant(5 "highest(strict_waiting)" "strict_waiting & -strict_waiting")
# The port served is the first one of the next turn.
mutant(6 "port_ptr_q <= chosen_port + 1'b1" "port_ptr_q <= chosen_port")
# A grant and a done of one port: the grant is lost.
mutant(7 "granted[p] ? kept +"
       "(granted[p] && !(done_valid_i && 32'(done_port_i) == p)) ? kept +")
# A done opens the window in its own cycle.
mutant(8 "- left_t'(outstanding_q[p])" "- left_t'(kept)")
# A packet greater than the window is never granted.
mutant(9 "(outstanding_q[p] == '0 ||" "(1'b0 ||")
# The reciprocal of a weight is cut off, not rounded.
mutant(10 "((32'd1 << PointW) + w / 2) / w" "(32'd1 << PointW) / w")
# A class that does not wait keeps its lead while others reduce theirs.
mutant(11 "(lead_q[p][c] > passed) ? lead_q"
       "!waiting[p][c] ? lead_q[p][c] :
          (lead_q[p][c] > passed) ? lead_q")
# All ports use the leads of port 0.
mutant(12 "lead_q[p][c] <= lead_q[p][d]" "lead_q[0][c] <= lead_q[0][d]")
# A grant that is held back moves the port's turn.
mutant(13 "end else if (grant) begin
      port_ptr_q" "end else if (able != '0) begin
      port_ptr_q")
# Strict packets are charged too.
mutant(14 "granted[p] && by_lead[p]" "granted[p]")
# A class whose packet finds no free slots is passed over.
mutant(15 "assign waiting[p] = head_valid_i[p * NumClasses +: NumClasses];"
  "for (genvar c = 0; c < NumClasses; c++) begin : gen_mutant
      assign waiting[p][c] = head_valid_i[p * NumClasses + c] &&
          RoomW'(head_bytes_i[p * NumClasses + c]) <= room;
    end")
# A class whose packet does not fit the window is passed over.
mutant(16 "assign waiting[p] = head_valid_i[p * NumClasses +: NumClasses];"
  "for (genvar c = 0; c < NumClasses; c++) begin : gen_mutant
      assign waiting[p][c] = head_valid_i[p * NumClasses + c] && (outstanding_q[p] == '0 ||
          32'(outstanding_q[p]) + 32'(head_bytes_i[p * NumClasses + c]) <= 32'(window_i[p]));
    end")
# Of strict classes only, one that finds no free slots is passed over.
mutant(17 "strict_waiting = waiting[p] & strict_i;"
  "strict_waiting = (RoomW'(head_bytes_i[p * NumClasses +
        32'(number_of(highest(waiting[p] & strict_i)))]) <= room) ? waiting[p] & strict_i : '0;")
# Others reduce their leads while a candidate waits.
mutant(18 "if (granted[p] && by_lead[p]) begin"
  "if (!grant && waiting[p] != '0 && 32'(port_ptr_q) == p) begin
          for (int unsigned c = 0; c < NumClasses; c++) begin
            if (chosen[p][c]) lead_q[p][c] <= '0;
          end
        end else if (granted[p] && by_lead[p]) begin")
# Where a class was behind those that wait, its lead is what is left below zero.
mutant(19 "(lead_q[p][c] > passed) ? lead_q[p][c] - passed : '0"
       "lead_q[p][c] - passed")
# A grant that is held back is charged.
mutant(20 "granted[p] && by_lead[p]" "turn[p] && by_lead[p]")
# The turn advances in every cycle in which a packet waits, though none is granted.
mutant(21 "end else if (grant) begin
      port_ptr_q <= chosen_port + 1'b1;"
  "end else if (waiting != '0) begin
      port_ptr_q <= (grant ? chosen_port : port_ptr_q) + 1'b1;")
# All ports use the space of port 0.
mutant(22 "RoomW'(space_i[p])" "RoomW'(space_i[0])")
# Of the able ports the lowest is granted first.
mutant(23 "one_from(able, port_ptr_q)" "one_from(able, '0)")
# A port that waits for room keeps its turn.
mutant(24 "granted = hold_i ? '0 : turn;"
       "granted = (hold_i || (waiting[port_ptr_q] != '0 && !able[port_ptr_q])) ? '0 : turn;")
# A packet costs its class as much as one of weight 1.
mutant(25 "Costs[weight_i[c]]" "Costs[1]")
# Only waiting classes reduce their leads, all others lose theirs.
mutant(26 "(lead_q[p][c] > passed) ? lead_q"
       "(waiting[p][c] && lead_q[p][c] > passed) ? lead_q")
# Ports use the window of port 0.
mutant(27 "left_t'(window_i[p])" "left_t'(window_i[0])")
# Nothing is outstanding if the lowest 17 bits are zero.
mutant(28 "(outstanding_q[p] == '0 ||" "(outstanding_q[p][16:0] == '0 ||")
# The sum of outstanding bytes is compared with the window without its carry.
mutant(29 "left_t'(bytes[c]) <= left"
       "window_t'(outstanding_q[p] + window_t'(bytes[c])) <= window_i[p]")
# Bit 8 of the leads is not compared.
mutant(30 "lead_q[p][c] <= lead_q[p][d]"
       "(lead_q[p][c] | 32'h100) <= (lead_q[p][d] | 32'h100)")