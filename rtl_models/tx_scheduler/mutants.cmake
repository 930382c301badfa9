# SPDX-License-Identifier: Apache-2.0
# Bugs planted in tx_scheduler.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# A set cannot follow the last word of a cell.
mutant(1 "boundary = left_d == '0" "boundary = !tx_valid_i")
# The time of a TIMESYNC stands still while it waits.
mutant(2 "timesync_time_q <= timesync_time_d;" "")
# A TIMESYNC that arrives while the previous one is chosen is lost.
mutant(3 "if (timesync_valid_i) begin"
       "if (timesync_valid_i && next_kind != KindTimesync) begin")
# Words of cells do not count in the gap between two MOS.
mutant(4 "end else if (mos_wait_q != '0) begin"
       "end else if (mos_wait_q != '0 && !tx_valid_i) begin")
# The gap between two MOS is one slot too long.
mutant(5 "mos_gap_i - 1'b1" "mos_gap_i")
# A spare FC set that a cell displaced is sent after that cell.
mutant(6
  "set_kind_q <= next_kind;
      set_word_q <= {crc8(next_set), next_set};"
  "if (!tx_valid_i || next_kind != KindIdle) begin
        set_kind_q <= next_kind;
        set_word_q <= {crc8(next_set), next_set};
      end")
# An FC set is sent twice: its request is still there in its own slot.
mutant(7 "fc_request_i && slot_kind != KindFc" "fc_request_i")
# A LAT that waits behind a TIMESYNC is lost.
mutant(8 "if (next_kind == KindLat) begin"
       "if (next_kind == KindLat || next_kind == KindTimesync) begin")
# A new LAT does not replace the one that waits.
mutant(9 "if (lat_valid_i) begin" "if (lat_valid_i && !lat_held_q) begin")
# The residence of a held PONG has no carry beyond bit 15.
mutant(10 "lat_residence_q + 1'b1"
       "{lat_residence_q[47:16], lat_residence_q[15:0] + 16'd1}")
