# SPDX-License-Identifier: Apache-2.0
# Bugs planted in exanet_credit_manager.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# The CRC does not begin as all ones.
mutant(1 "CrcNeutral = 8'hED" "CrcNeutral = 8'h00")
# A word that gives more credit than the buffer has words is accepted.
mutant(2 "        within_size = 1'b0;" "        within_size = 1'b1;")
# The code of a received word is not compared.
mutant(3 "received.code == CreditCode && " "")
# A packet may begin at a credit below the threshold.
mutant(4 "payload_credit_o[v] < tred_q" "payload_credit_o[v] + 1'b1 < tred_q")
# Only payload suspends.
mutant(5 "header_credit_o[v] < FrameWords || " "")
# The threshold is the one of reset.
mutant(6 "    tred_q <= tred_i;
    if (!rst_ni) begin" "    if (!rst_ni) begin
      tred_q <= tred_i;")
# The word that was sent is taken to be the one of the same cycle.
mutant(7 "body_sent_q <= body_before_q" "body_sent_q <= body_q")
# A word is repeated one cycle late.
mutant(8 "since_sent_q >= refresh_q" "since_sent_q > refresh_q")
# Refused words change the health.
mutant(9 "      if (accept) begin
        neighbour_health_o" "      if (rx_valid_i) begin
        neighbour_health_o")
# Header words are counted modulo 128.
mutant(10 "body_q.freed[v].header + header_count_t'(freed_header_i[v])"
       "(body_q.freed[v].header + header_count_t'(freed_header_i[v])) & 8'h7F")
# Changes of health are not new.
mutant(11 "is_new = body_q != body_sent_q" "is_new = body_q.freed != body_sent_q.freed")
# A word that leaves the packet of its cycle without credit is accepted.
mutant(12 "within_size && take_fits" "within_size")
# The count of cycles since the last word begins again at its end: found by exanet_long_waits_lockstep.cpp alone.
mutant(long "since_sent_q != '1" "1'b1")
