# SPDX-License-Identifier: Apache-2.0
# Bugs planted in mos_mailbox.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# Any ordered set enters the receive queue.
mutant(1 "set_valid_i && set_code_i == OscMos" "set_valid_i")
# A word received while the processor reads from a full queue is accepted.
mutant(2
  "assign accept = is_mos && read_fill_o != RxDepth;
  assign drop = is_mos && read_fill_o == RxDepth;"
  "assign accept = is_mos && (read_fill_o != RxDepth || read_i);
  assign drop = is_mos && read_fill_o == RxDepth && !read_i;")
# The receive queue has one place less.
mutant(3 "read_fill_o != RxDepth;
  assign drop = is_mos && read_fill_o == RxDepth;"
  "read_fill_o < RxDepth - 1'b1;
  assign drop = is_mos && read_fill_o >= RxDepth - 1'b1;")
# The counter of dropped words wraps.
mutant(4 "drop && counted != MostCounted" "drop")
# A clear loses the drop of its cycle.
mutant(5 "(drop && counted != MostCounted)" "(drop && !clear_i && counted != MostCounted)")
# A drop wins over the clear of its cycle.
mutant(6 "counted = clear_i ? '0" "counted = (clear_i && !drop) ? '0")
# A word that is sent in the cycle in which another one is written frees no place.
mutant(7 "8'(sent_i) - 8'(send_valid_i)" "8'(sent_i && !send_valid_i) - 8'(send_valid_i)")
# Subtype and payload of received words are exchanged.
mutant(8 "{read_payload_o, read_sub_o} = rx_head" "{read_sub_o, read_payload_o} = rx_head")
# The ring of the receive queue has a place too many.
mutant(9 "rx_rd_q <= (rx_rd_q == RxLast) ? '0 : rx_rd_q + 1'b1" "rx_rd_q <= rx_rd_q + 1'b1")
# The last word stays on the pins after it has been read.
mutant(10 "rx_head = read_valid_o ? rx_mem_q[rx_rd_q] : '0" "rx_head = rx_mem_q[rx_rd_q]")
# A full receive queue takes over the newest word for the oldest one.
mutant(11 "if (accept) begin
      rx_mem_q" "if (is_mos) begin
      rx_mem_q")
