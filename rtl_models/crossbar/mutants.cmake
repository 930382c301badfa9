# SPDX-License-Identifier: Apache-2.0
# Bugs planted in crossbar.sv, each of which the lockstep must find (rtl_models/rtl.cmake).

# Busy ends one cycle too early.
mutant(1 "wait_q[i] > 5'd1" "wait_q[i] > 5'd2")
# The last word of a cell is sent to the output of the next cell.
mutant(2 "port_q2 <= port_q;"
  "for (int unsigned i = 0; i < NumPorts; i++) begin
        port_q2[i] <= start_valid_i[i] ? start_port_i[i] : port_q[i];
      end")
