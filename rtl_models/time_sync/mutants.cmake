# SPDX-License-Identifier: Apache-2.0
# Bugs planted in time_sync.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# The time of a message is taken without the delay of the channel.
mutant(1 "rx_time_i[port] + TickW'(listen_delay_i)" "rx_time_i[port]")
# A corrected time is one cycle late.
mutant(2 "time_d = time_d + TimeW'(increment_i)"
       "time_d = accept ? time_d : time_d + TimeW'(increment_i)")
# A correction keeps the fraction.
mutant(3 "time_d = {true_time, FractionW'(0)}" "time_d = {true_time, time_q[FractionW-1:0]}")
# A message that is behind the own time is never accepted.
mutant(4 "difference[TickW-1] ? -difference : difference" "difference")
# A client that has failed is still followed.
mutant(5 "message_valid && !message_failed &&" "message_valid &&")
# The first message must be near the time after reset.
mutant(6 "(!valid_q || distance <= TickW'(threshold_i))" "(distance <= TickW'(threshold_i))")
# The accuracy of the message is not passed on.
mutant(7 "(message_accuracy > correction) ? message_accuracy : correction" "correction")
# A refused message restarts the time-out.
mutant(8 "(accept || clear_i) ? '0 : count(since_accepted_q)"
       "(message || clear_i) ? '0 : count(since_accepted_q)")
# Refused messages are counted in all, not in a row.
mutant(9 "        accuracy_q <= accuracy;
        refusals_q <= '0;" "        accuracy_q <= accuracy;")
# An accepted message is sent on, but does not restart the interval.
mutant(10 "since_update_q <= update ? '0" "since_update_q <= periodic ? '0")
# A clock that is not valid sends.
mutant(11 "assign periodic = status_o[0] && interval_i" "assign periodic = interval_i")
# The flight across the chip is not added.
mutant(12 "time_o + TickW'(flight_q)" "time_o")
# Cycles since the last update wrap.
mutant(13 "return (cycles == '1) ? cycles : cycles + 1'b1" "return cycles + 1'b1")
# The time has no carry from bit 15.
mutant(14 "time_d = time_d + TimeW'(increment_i);"
       "time_d = {time_d[TimeW-1:FractionW+16],
              time_d[FractionW+15:0] + (FractionW+16)'(increment_i)};")
# The primary follows messages.
mutant(15 "assign message = !primary_i &&" "assign message =")
# The time-out has one cycle more.
mutant(16 "(CycleW+1)'(since_accepted_q) + 1'b1 >=" "(CycleW+1)'(since_accepted_q) >=")
