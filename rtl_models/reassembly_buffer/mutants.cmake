# SPDX-License-Identifier: Apache-2.0
# Bugs planted in reassembly_buffer.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# Cells of a packet that was given up fall into the next one.
mutant(1 "generation_q[data.ctx] == data.gen &&" "")
# A cell that arrives twice counts twice.
mutant(2 "(arrived.stored & place) == '0 && right_bytes" "right_bytes")
# A cell is stored though its context is released in the same cycle.
mutant(3 "!(release_valid_i && freed.ctx == data.ctx) &&" "")
# A packet of whole cells has an empty one behind.
mutant(4 "(BytesW+1)'(CellBytes - 1)" "(BytesW+1)'(CellBytes)")
# A reservation and a release in one cycle: the released slots are lost.
mutant(5 "+ (release_valid_i ?" "+ ((release_valid_i && !reserve_valid_i) ?")
# Only an abort in the last cell is reported.
mutant(6 "{arrived.aborted || data_vbytes_i == '0," "{data_vbytes_i == '0,")
# The generation has one bit less than there is room for.
mutant(7 "generation_q[freed.ctx] + 1'b1"
       "(generation_q[freed.ctx] + 1'b1) & ({GenerationW{1'b1}} >> 1)")
# A cell may have fewer bytes than it should.
mutant(8 "data_vbytes_i == (is_last ?" "data_vbytes_i <= (is_last ?")
# Aborted is reported before the packet is complete.
mutant(9 "complete && arrived_d.aborted" "store && arrived_d.aborted")
# A cell behind the last one is accepted.
mutant(10 "data_idx_i < DataIdxW'(packet.cells)"
       "data_idx_i <= DataIdxW'(packet.cells)")
# The topmost bit of the generation is not compared.
mutant(11 "generation_q[data.ctx] == data.gen"
       "generation_q[data.ctx][GenerationW-2:0] == data.gen[GenerationW-2:0]")
# The topmost bit of the index does not count.
mutant(12 "data_idx_i < DataIdxW'(packet.cells)" "data_idx_i[6:0] < packet.cells")
# A cell of 64 bytes aborts its packet, as one of none does.
mutant(13 "right_bytes = data_vbytes_i == '0 ||"
       "right_bytes = (data_vbytes_i & ~8'd64) == '0 ||")
# Cells that are missing are counted modulo 64.
wide_mutant(1 "arrived.missing - 1'b1"
            "{arrived.missing[6], arrived.missing[5:0] - 6'd1}")
