# SPDX-License-Identifier: Apache-2.0
# Bugs planted in request_codec.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# Size and slot have changed places.
mutant(1 "enc_region_i, enc_slot_i, enc_size_i,"
       "enc_region_i, enc_size_i, enc_slot_i,")
# A request is taken while the last word of the one before is.
mutant(2 "enc_ready_o = !sending_q;"
       "enc_ready_o = !sending_q || (word_last_o && word_ready_i);")
# A word advances whether it is taken or not.
mutant(3 "else if (sending_q && word_ready_i)" "else if (sending_q)")
# The last word is not marked.
mutant(4 "assign word_last_o = sending_q && place_q == LastWord;"
       "assign word_last_o = sending_q && place_q == LastWord && !word_ready_i;")
# A word without a first begins a cell.
mutant(5 "(rx_first_i || inside_q)" "1'b1")
# A first inside a cell does not restart the cell.
mutant(6 "if (rx_first_i) begin
      count_d" "if (rx_first_i && !inside_q) begin
      count_d")
# The type is that of the last word.
mutant(7 "rx_first_i ? rx_type_i : type_q" "rx_type_i")
# A cell of more words is taken for six.
mutant(8 "count_d != PlaceW'(NumWords)" "count_d < PlaceW'(NumWords)")
# Words are counted modulo eight.
mutant(9 "if (count_q == TooMany) begin" "if (1'b0) begin")
# A cell of one word gives no result.
mutant(10 "ends = belongs && rx_last_i" "ends = belongs && rx_last_i && !rx_first_i")
# A PULL may carry a READ.
mutant(11 "(type_d == TypeReq) ? arrived.op == OpRead :"
       "(type_d == TypeReq) ? arrived.op == OpRead :
      (type_d == TypePull) ? arrived.op <= OpRekey :")
# A REQ may carry what it likes.
mutant(12 "(type_d == TypeReq) ? arrived.op == OpRead"
       "(type_d == TypeReq) ? arrived.op <= OpRekey")
# A WREQ may have flags.
mutant(13 "type_d != TypePull && arrived" "type_d == TypeReq && arrived")
# Flags are judged before the op.
mutant(14 "else if (!right_op) begin"
       "else if (!right_op && (type_d == TypePull || arrived.flags == '0)) begin")
# A cell that is no request has no type.
mutant(15 "ends ? type_d : '0" "(ends && error == ErrorNone) ? type_d : '0")
# A cell that is no request has fields.
mutant(16 "(ends && error == ErrorNone) ? arrived" "ends ? arrived")
# A rekey is unknown.
mutant(17 "arrived.op <= OpRekey" "arrived.op < OpRekey")
