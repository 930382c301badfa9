# SPDX-License-Identifier: Apache-2.0
# Bugs planted in ecn_ctd.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# A queue that is as deep as the threshold drops.
mutant(1 "rts_depth > drop_threshold_i" "rts_depth >= drop_threshold_i")
# A queue that is as deep as the threshold marks.
mutant(2 "ready_depth > mark_threshold_i" "ready_depth >= mark_threshold_i")
# An RTS and a pop of one queue: the RTS is lost.
mutant(3 "else if (!both) begin" "else begin")
# A refused RTS and a pop of one queue: the pop is lost.
mutant(4 "both = accept &&" "both = rts_valid_i &&")
# Packets that are not capable are marked.
mutant(5 "(ready_ecn_i == EcnEct1 || ready_ecn_i == EcnEct0)" "ready_ecn_i != EcnCe")
# Packets that arrive marked are reported as marked here.
mutant(6 "(ready_ecn_i == EcnEct1 || ready_ecn_i == EcnEct0)" "ready_ecn_i != '0")
# A full queue wraps.
mutant(7 " || rts_depth == FullDepth" "")
# Packets are marked by the threshold of their port instead of their class.
mutant(8 "ready_class = ready_queue_i[ClassW-1:0]"
       "ready_class = ClassW'(ready_queue_i >> ClassW)")
# A pop of this cycle counts for a packet that is ready.
mutant(9 "ready_depth = depth_q[ready_queue_i];"
  "ready_depth = depth_q[ready_queue_i] -
      CountW'(pop_valid_i && pop_queue_i == ready_queue_i);")
# A pop has no borrow from the topmost bit of the depth.
mutant(10 "depth_q[pop_queue_i] - 1'b1"
       "{depth_q[pop_queue_i][CountW-1], depth_q[pop_queue_i][CountW-2:0] - 1'b1}")
# A full queue of class 7 wraps.
mutant(11 "rts_depth == FullDepth" "(rts_depth == FullDepth && rts_class != 3'd7)")
# The topmost bit is not compared with the threshold of marking.
mutant(12 "ready_depth > mark_threshold_i[ready_class]"
       "ready_depth[CountW-2:0] > mark_threshold_i[ready_class][CountW-2:0]")
