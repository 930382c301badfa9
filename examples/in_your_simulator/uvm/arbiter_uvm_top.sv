// SPDX-License-Identifier: Apache-2.0
// NOT RUN HERE: no UVM is available where tinsim is built. Parsed by Verilator against a stub of UVM.
module arbiter_uvm_top;

  import uvm_pkg::*;
  import arbiter_uvm_pkg::*;

  logic clk = 1'b0;
  logic rst_n = 1'b0;
  always #5 clk = !clk;

  islip_arbiter_if io (.clk_i(clk), .rst_ni(rst_n));
  arbiter_driver #(.NumPorts(4), .NumVcs(4)) i_driver (.io);
  acme_arbiter #(.NumPorts(4), .NumVcs(4)) i_dut (
    .clk_i(clk), .rst_ni(rst_n), .iterations_i(io.iterations_i), .strict_i(io.strict_i),
    .req_valid_i(io.req_valid_i), .req_port_i(io.req_port_i),
    .in_busy_i(io.in_busy_i), .out_busy_i(io.out_busy_i),
    .match_valid_o(io.match_valid_o), .match_port_o(io.match_port_o),
    .match_vc_o(io.match_vc_o)
  );

  initial begin
    repeat (3) @(negedge clk);
    rst_n = 1'b1;
  end

  initial begin
    uvm_config_db#(arbiter_vif_t)::set(null, "*", "io", io);
    uvm_config_db#(chandle)::set(null, "*", "golden", io.create());
    run_test("arbiter_test");
  end

endmodule
