# SPDX-License-Identifier: Apache-2.0
# Bugs planted in the router, each of which the lockstep must find (rtl_models/rtl.cmake).

# A header is stored as it arrived.
mutant(1 "(in_kind_i[p] == KindHeader) ? encoded : in_data_i[p]" "in_data_i[p]")

# ---- Inputs.
# Headers with two wrong bits are taken.
chosen_mutant(2 "uncorrectable" "1'b0" AFTER "in_bad[p] = ")
# 512 bytes are too many.
chosen_mutant(3 "decoded.bytes > MaxPayloadBytes" "decoded.bytes >= MaxPayloadBytes")

# ---- Queue.
# Of a dropped packet only the header is dropped.
chosen_mutant(4 "dropping_q" "1'b0" AFTER "? in_bad_i : " FILE exanet_router_queue)
# Dropped header words do not become free.
chosen_mutant(5 "drop && !is_payload_in" "1'b0" FILE exanet_router_queue)
# The registers of the routing are read one cycle early.
chosen_mutant(6 "age_q == AgeRoute" "age_q == AgeRoute - 1'b1" AFTER "state_q == Routing && " FILE exanet_router_queue)
# A packet requests one cycle early.
chosen_mutant(7 "age_q == AgeLast" "age_q == AgeLast - 1'b1" FILE exanet_router_queue)
# An intra-tile port that does not exist is an inter-tile port.
chosen_mutant(8 "32'(head.dst_port) >= NumIntra" "1'b0" FILE exanet_router_queue)
# One byte more than whole words has no word.
chosen_mutant(9 "bytes[3:0] != '0" "bytes[3:0] > 4'd1" FILE exanet_router_queue)
# Each cycle of a discard is reported.
chosen_mutant(10 "age_q != '0" "1'b1" AFTER "state_q == Discard && " FILE exanet_router_queue)
# A local packet leaves through the port of its source.
chosen_mutant(11 "head.dst_port" "head.src_port" AFTER "is_local ? 6'(" FILE exanet_router_queue)

# ---- Output.
# The pointer of round robin stands still under fixed priority.
chosen_mutant(12 "granted + 1'b1" "fixed_i ? pointer_q : granted + 1'b1" FILE exanet_router_output)
# No pause is long.
chosen_mutant(13 "ended_q == LastOfFour" "1'b0" FILE exanet_router_output)
# A long pause is one cycle shorter.
chosen_mutant(14 "pause_q != '0" "pause_q > 2'd1" AFTER "busy_q || " FILE exanet_router_output)
# All ranks are equal.
chosen_mutant(15 "ranks & (~ranks + 1'b1)" "ranks" FILE exanet_router_output)
# Packets take space of the lower channel.
chosen_mutant(16 "vc_i[granted]" "1'b0" FILE exanet_router_output)
# The lowest queue is always first.
chosen_mutant(17 "queues_t'('1) << pointer_q" "queues_t'('1)" FILE exanet_router_output)
# Words leave on the lower channel.
chosen_mutant(18 "vc_i[source_q]" "1'b0" FILE exanet_router_output)
