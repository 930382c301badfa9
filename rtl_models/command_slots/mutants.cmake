# SPDX-License-Identifier: Apache-2.0
# Bugs planted in command_slots.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# A host may store to the first slot of the other one.
mutant(1 "32'(store_slot_i) < HalfSlots;" "32'(store_slot_i) <= HalfSlots;")
# A slot number that does not exist names one that does.
mutant(2 "32'(store_slot_i) >= HalfSlots && 32'(store_slot_i) < NumSlots"
       "32'(store_slot_i) >= HalfSlots")
# A slot that waits to be taken can be stored to.
mutant(3 "else if (complete_q[store_slot])" "else if (in_flight_q[store_slot])")
# A slot that is done can be stored to in the same cycle.
mutant(4 "else if (complete_q[store_slot])"
       "else if (complete_q[store_slot] && !(done_valid_i && done_slot_i == store_slot_i))")
# A quarter can be stored twice.
mutant(5 "else if (written_q[store_slot][store_part_i])" "else if (1'b0)")
# The last quarter makes a command whole, whether the others were written or not.
mutant(6 "written_d == '1" "store_part_i == '1")
# A store to a free slot does not reserve it.
mutant(7 "(taken_q | allocated | stored)" "(taken_q | allocated | completed)")
# An allocation drops a store to the same slot in the same cycle.
mutant(8 "assign stores = store_valid_i &&"
       "assign stores = store_valid_i && !allocated[store_slot] &&")
# A slot that is allocated and stored to in one cycle counts twice.
mutant(9 " &&
        !allocated[store_slot]" "")
# A slot that is freed keeps its quarters.
mutant(10 "written_q[done_slot] <= '0" "written_q[done_slot] <= written_q[done_slot]")
# Of the ready slots the most recent one is shown.
mutant(11 "ready_valid_o ? order_q[rd_ptr_q] : '0"
       "ready_valid_o ? order_q[(wr_ptr_q == '0) ? idx_t'(NumSlots - 1) : wr_ptr_q - 1'b1] : '0")
# The last free slot is shown.
mutant(12 "assign first_free[h] = ~taken & (taken + 1'b1);"
  "always_comb begin
      first_free[h] = '0;
      for (int unsigned s = 0; s < HalfSlots; s++) begin
        if (!taken[s]) first_free[h] = half_t'(1) << s;
      end
    end")
# Both hosts are shown slots of the first.
mutant(13 "first_free[h]) << (h * HalfSlots)" "first_free[h])")
# Ready slots are counted modulo 256: when all wait, none does.
wide_mutant(1 "waiting_q + SlotCountW'(completes) - SlotCountW'(pop)"
            "SlotCountW'(8'(waiting_q) + 8'(completes) - 8'(pop))")
