# SPDX-License-Identifier: Apache-2.0
# Bugs planted in pcs_rx.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# The 15th bad block costs the lock.
mutant(1 "BadLast = 4'd15" "BadLast = 4'd14")
# Blocks with a bad sync header pass the descrambler by.
mutant(2 "received_q <= received[121:64];" "if (good) received_q <= received[121:64];")
# A bad block at the end of a window counts in the next one.
mutant(3 "end else if (!window_ends) begin
      bad_d = bad_q + 4'(!good);"
  "end else begin
      bad_d = (window_ends ? 4'd0 : bad_q) + 4'(!good);")
# The 16th bad block does not cost the lock if its window ends with it.
mutant(4 "!good && bad_q == BadLast" "!good && bad_q == BadLast && !window_ends")
