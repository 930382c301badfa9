# SPDX-License-Identifier: Apache-2.0
# Bugs planted in cts_scheduler.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# A packet that fills the window exactly waits.
mutant(1 "(WindowW+1)'(bytes) <= (WindowW+1)'(window_i[p])"
       "(WindowW+1)'(bytes) < (WindowW+1)'(window_i[p])")
# A packet that fills the free slots to the last byte waits.
mutant(2 "RoomW'(bytes) <= room" "RoomW'(bytes) < room")
# A class keeps the lead that it had on those that wait.
mutant(3 "LeadW'(grant_bytes) * LeadW'(Costs[weight_i[chosen_class]])"
       "passed + LeadW'(grant_bytes) * LeadW'(Costs[weight_i[chosen_class]])")
# Of equal leads the highest class is granted first.
mutant(4 "lead_q[p][c] <= least" "(lead_q[p][c] < least || least == '1)")
# The lowest strict class is granted first.
mutant(5 "number_of(highest(strict_waiting))"
       "number_of(strict_waiting & -strict_waiting)")
# The port served is the first one of the next turn.
mutant(6 "port_ptr_q <= chosen_port + 1'b1" "port_ptr_q <= chosen_port")
# A grant and a done of one port: the grant is lost.
mutant(7 "(both ? granted_d : outstanding_q[done_port_i])"
       "outstanding_q[done_port_i]")
# A done opens the window in its own cycle.
mutant(8 "(WindowW+1)'(outstanding_q[p]) + (WindowW+1)'(bytes)"
  "(WindowW+1)'(outstanding_q[p]) + (WindowW+1)'(bytes) -
          ((done_valid_i && 32'(done_port_i) == p) ? (WindowW+1)'(done_bytes_i) : '0)")
# A packet greater than the window is never granted.
mutant(9 "(outstanding_q[p] == '0 ||" "(1'b0 ||")
# The reciprocal of a weight is cut off, not rounded.
mutant(10 "((32'd1 << PointW) + w / 2) / w" "(32'd1 << PointW) / w")
# A class that does not wait keeps its lead while others reduce theirs.
mutant(11 "(lead_q[chosen_port][c] > passed) ? lead_q"
       "!waiting[chosen_port][c] ? lead_q[chosen_port][c] :
          (lead_q[chosen_port][c] > passed) ? lead_q")
# All ports use the leads of port 0.
mutant(12 "waiting[p][c] && lead_q[p][c] <= least"
       "waiting[p][c] && lead_q[0][c] <= least")
# A grant that is held back moves the port's turn.
mutant(13 "end else if (grant) begin
      port_ptr_q" "end else if (able != '0) begin
      port_ptr_q")
# Strict packets are charged too.
mutant(14 "grant && !strict_i[chosen_class]" "grant")
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
mutant(18 "end else if (grant && !strict_i[chosen_class]) begin"
  "end else if (!grant && waiting[port_ptr_q] != '0) begin
      lead_q[port_ptr_q][candidate[port_ptr_q]] <= '0;
    end else if (grant && !strict_i[chosen_class]) begin")
# Where a class was behind those that wait, its lead is what is left below zero.
mutant(19 "(lead_q[chosen_port][c] > passed) ? lead_q[chosen_port][c] - passed : '0"
       "lead_q[chosen_port][c] - passed")
# A grant that is held back is charged.
mutant(20 "grant && !strict_i[chosen_class]"
       "able != '0 && !strict_i[chosen_class]")
# The turn advances in every cycle in which a packet waits, though none is granted.
mutant(21 "end else if (grant) begin
      port_ptr_q <= chosen_port + 1'b1;"
  "end else if (waiting != '0) begin
      port_ptr_q <= (grant ? chosen_port : port_ptr_q) + 1'b1;")
# All ports use the space of port 0.
mutant(22 "RoomW'(space_i[p])" "RoomW'(space_i[0])")
# Of the able ports the lowest is granted first.
mutant(23 "first_from(able, port_ptr_q)" "first_from(able, '0)")
# A port that waits for room keeps its turn.
mutant(24 "grant = !hold_i && able != '0;"
       "grant = !hold_i && able != '0 && (waiting[port_ptr_q] == '0 || able[port_ptr_q]);")
# A packet costs its class as much as one of weight 1.
mutant(25 "Costs[weight_i[chosen_class]]" "Costs[1]")
# Only waiting classes reduce their leads, all others lose theirs.
mutant(26 "(lead_q[chosen_port][c] > passed) ? lead_q"
       "(waiting[chosen_port][c] && lead_q[chosen_port][c] > passed) ? lead_q")
# Ports use the window of port 0.
mutant(27 "(WindowW+1)'(window_i[p])" "(WindowW+1)'(window_i[0])")
# Nothing is outstanding if the lowest 17 bits are zero.
mutant(28 "(outstanding_q[p] == '0 ||" "(outstanding_q[p][16:0] == '0 ||")
# The sum of outstanding bytes is compared with the window without its carry.
mutant(29 "(WindowW+1)'(outstanding_q[p]) + (WindowW+1)'(bytes)"
       "(WindowW+1)'(WindowW'(outstanding_q[p] + WindowW'(bytes)))")
# Bit 8 of the leads is not compared.
mutant(30 "lead_q[p][c] <= least" "(lead_q[p][c] | 32'h100) <= (least | 32'h100)")
