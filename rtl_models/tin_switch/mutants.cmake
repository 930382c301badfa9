# SPDX-License-Identifier: Apache-2.0
# Bugs planted in the glue of tin_switch, each of which the lockstep must find (rtl_models/rtl.cmake).

# Sets of any code go to the receiver of credit.
mutant(1 "(set_valid_o && set_code_o == OscFc)" "(set_valid_o)" FILE tin_switch_port)

# ---- One port: what a received set does, what the slot reports.
# MOS sets are taken for PHY sets.
chosen_mutant(2 "set_code_o == OscPhy" "set_code_o == OscMos"
              FILE tin_switch_port)
# The latency meter takes sets of any code.
chosen_mutant(3 "set_code_o == OscLat" "1'b1"
              FILE tin_switch_port)
# PHY sets on the link are not reported to the link state.
chosen_mutant(4 "kind_o == KindPhy" "1'b0"
              FILE tin_switch_port)
# Only urgent FC sets are taken from their sender.
chosen_mutant(5 "kind_o == KindFc" "kind_o == KindFc && fc_urgent"
              FILE tin_switch_port)
# LAT sets on the link are not reported to the latency meter.
chosen_mutant(6 "kind_o == KindLat" "1'b0"
              FILE tin_switch_port)
# A MOS stays in the mailbox.
chosen_mutant(7 "kind_o == KindMos" "1'b0"
              FILE tin_switch_port)
# The VC of a cell that is sent is read from other bits of its header.
chosen_mutant(8 "tx_data_i[49:45]" "tx_data_i[48:44]"
              FILE tin_switch_port)
# Every word of a cell counts as a cell that is sent.
chosen_mutant(9 "tx_valid_i && tx_sop_i" "tx_valid_i"
              FILE tin_switch_port)
# Each LAT set on the link is reported as a PING.
chosen_mutant(10 "tx_word[7:4]" "4'd0"
              FILE tin_switch_port)
# PHY sets say UP, whatever the state is.
chosen_mutant(11 "{1'b0, state_o}" "4'd2"
              FILE tin_switch_port)
# The residence is read four bits too low.
chosen_mutant(12 "set_body_o[51:4]" "set_body_o[47:0]"
              FILE tin_switch_port)
# Received cells count before the link is up.
chosen_mutant(13 "rx_enable" "1'b1" AFTER ".enable_i         ("
              FILE tin_switch_port)
# The link state knows no loss of lock.
chosen_mutant(14 "lock_o" "1'b1" AFTER ".lock_i        ("
              FILE tin_switch_port)
# Words of bad codewords go on.
chosen_mutant(15 "rx_bad" "1'b0" AFTER ".bad_i            ("
              FILE tin_switch_port)
# Violations are not reported to link_rx.
chosen_mutant(16 "violation_o" "1'b0" AFTER ".violation_i      ("
              FILE tin_switch_port)
# Lost words are not granted again.
chosen_mutant(17 "lost_valid" "1'b0" AFTER ".lost_valid_i    ("
              FILE tin_switch_port)
# Cells may be sent as soon as they may be received.
chosen_mutant(18 "cells_enable" "rx_enable" AFTER ".cells_enable_i   ("
              FILE tin_switch_port)

# ---- Transmit line.
# The second pause is a cycle late.
chosen_mutant(19 "pace_q == SecondPause" "pace_q == 6'd18"
              FILE tin_switch_tx_line)
# The block of a pause is lost.
chosen_mutant(20 "paused_q ? kept_q : block" "block"
              FILE tin_switch_tx_line)
# The first codeword begins with the empty block.
chosen_mutant(21 "started_q && fec_i" "fec_i"
              FILE tin_switch_tx_line)
# The gearbox takes the empty block.
chosen_mutant(22 "started_q && !fec_i && !pause" "!fec_i && !pause"
              FILE tin_switch_tx_line)

# ---- Receive line.
# Line words count without a signal.
chosen_mutant(23 "line_valid_i && signal_i" "line_valid_i"
              FILE tin_switch_rx_line)
# With FEC the PCS is dark twelve cycles early.
chosen_mutant(24 "fec_i ? signal_q[DarkAge+FecCycles-:2] == '0 : signal_q[DarkAge-:2] == '0" "signal_q[DarkAge-:2] == '0"
              FILE tin_switch_rx_line)
# The PCS knows no darkness.
chosen_mutant(25 "rst_ni && !dark_q" "rst_ni"
              FILE tin_switch_rx_line)
# A block is read as soon as it is in the buffer.
chosen_mutant(26 "run_q && fill_q != '0" "fill_q != '0"
              FILE tin_switch_rx_line)
# The second of two blocks that come together is put one place too far.
chosen_mutant(27 "last0 + 1'b1" "last0 + 3'd2"
              FILE tin_switch_rx_line)
# The gearbox does not slip.
chosen_mutant(28 "slip" "1'b0" AFTER ".slip_i  ("
              FILE tin_switch_rx_line)
# Only the first block of a bad codeword is marked.
chosen_mutant(29 "fec_bad" "fec_bad && fec_first" AFTER "bad_o <= "
              FILE tin_switch_rx_line)
# A bad codeword counts eight times.
chosen_mutant(30 "fec_first && fec_bad" "fec_bad"
              FILE tin_switch_rx_line)
# The framer's words are a cycle early.
chosen_mutant(31 "framed_q[Framer-1]" "framed_q[Framer-2]" AFTER ".line_i     ("
              FILE tin_switch_rx_line)

# ---- The switch and its ports.
# Cells begin whether the link is ready or not.
chosen_mutant(32 "tx_ready" "'1" AFTER ".tx_ready_i    (")
# The switch uses its own grants as credit.
chosen_mutant(33 "fc_valid" "limit_valid" AFTER ".fc_valid_i    (")
# Flow control begins with the depth of the far side.
chosen_mutant(34 "rx_depth_i[p]" "tx_limit_i[p]" AFTER ".depth_i          (")
# All ports refresh in the phase of port 0.
chosen_mutant(35 "refresh_phase_i[p]" "refresh_phase_i[0]" AFTER ".refresh_phase_i  (")
# A terminal port waits for its link.
chosen_mutant(36 "terminal_i | link_ready" "link_ready")
# A terminal port takes the words of its link.
chosen_mutant(37 "terminal_i[p] ? rx_data_i[p] : link_data[p]" "link_data[p]")
# Cells of a terminal port are sent on its link as well.
chosen_mutant(38 "tx_valid[p] && !terminal_i[p]" "tx_valid[p]")
# Limits of a terminal port are advertised on its link.
chosen_mutant(39 "limit_valid[p] && !terminal_i[p]" "limit_valid[p]")
