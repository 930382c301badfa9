# SPDX-License-Identifier: Apache-2.0
# Bugs planted in latency_meter.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# The residence of a PONG that waits does not grow.
mutant(1 "residence_q + 1'b1" "residence_q")
# A pending PING is dropped when a PONG is sent first.
mutant(2 "ping_waits_q && !request_ping" "ping_waits_q && requested_q")
# A newer PING does not restart the residence of the PONG that waits.
mutant(3 "residence_q <= got_ping ?" "residence_q <= got_ping && !pong_waits_q ?")
# A second PONG is an answer too.
mutant(4 "in_flight_q && !answered" "in_flight_q")
# The next set is requested before the last one is on the link.
mutant(5 "(requested_q && !sent_i)" "1'b0")
# The count of a round trip starts with the first PING and is not started again by the next.
mutant(6 "flight_cycles_q <= ping_sent ?" "flight_cycles_q <= ping_sent && !in_flight_q ?")
# The count of a round trip has no carry beyond bit 15.
mutant(7 "flight_cycles_q <= ping_sent ? TimeW'(1) : flight_cycles_q + 1'b1"
       "flight_cycles_q <= ping_sent ? TimeW'(1) : {flight_cycles_q[47:16], flight_cycles_q[15:0] + 16'd1}")
# The residence of a PONG that waits has no carry beyond bit 15.
mutant(8 "residence_q + 1'b1" "{residence_q[47:16], residence_q[15:0] + 16'd1}")
