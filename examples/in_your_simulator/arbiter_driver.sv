// SPDX-License-Identifier: Apache-2.0
// Drives the inputs of an arbiter after each edge.
module arbiter_driver
  import arbiter_stimulus_pkg::*;
#(
  parameter int unsigned NumPorts = 4,
  parameter int unsigned NumVcs = 4
) (
  islip_arbiter_if io
);

  always @(posedge io.clk_i) begin
    io.iterations_i <= 3'($urandom_range(4, 1));
    for (int unsigned vc = 0; vc < NumVcs; vc++) io.strict_i[vc] <= chance(20);
    for (int unsigned port = 0; port < NumPorts; port++) begin
      io.in_busy_i[port] <= chance(20);
      io.out_busy_i[port] <= chance(20);
      for (int unsigned vc = 0; vc < NumVcs; vc++) begin
        {io.req_valid_i[port][vc], io.req_port_i[port][vc]} <= draw_request(NumPorts);
      end
    end
  end

endmodule
