# SPDX-License-Identifier: Apache-2.0
# Bugs planted in exanet_apelink_framer.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# A credit word is repeated at once.
mutant(1 "credit_pending_i && !credit_sent_o;" "credit_pending_i;")
# A credit word that waits for a packet is reported as sent.
mutant(2 "tx_idle_credit = !packet_valid_i && credit_pending_i" "tx_idle_credit = credit_pending_i")
# The halves of a word are exchanged.
mutant(3 "{line_i, rx_low_q}" "{rx_low_q, line_i}")
# A Start word is not compared with its complement.
mutant(4 "line_i[63:32] == ~rx_start && " "")
# A Start word may name 33 words.
mutant(5 "rx_start.words <= MaxPayloadWords" "rx_start.words <= MaxPayloadWords + 1'b1")
# Magic in place of Start is not taken for a new beginning.
mutant(6 "end else if (!is_magic) begin" "end else begin")
# Credit words are read within packets, too.
mutant(7 "line_valid_i && rx_state_q == RxHunt && is_credit" "line_valid_i && is_credit")
# A footer is received as payload.
mutant(8 "end else if (rx_last) begin" "end else if (1'b0) begin")
# A late word sends the one before again.
mutant(9 "line_valid = word_valid_i;" "line_valid = 1'b1;")
# The credit word after a packet is missing.
mutant(10 "tx_state_q == TxCredit || (" "(")
# The number of words left has five bits.
mutant(11 "tx_left_q + FrameLength" "{1'b0, 5'(tx_left_q + FrameLength)}")
