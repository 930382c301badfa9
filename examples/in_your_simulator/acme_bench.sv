// SPDX-License-Identifier: Apache-2.0
// A bench without any library: clock, reset, driver, acme_arbiter, to which acme_bind.sv adds a checker.
module acme_bench #(
  parameter int unsigned NumPorts = 4,
  parameter int unsigned NumVcs = 4
);

  logic clk = 1'b0;
  logic rst_n = 1'b1;
  always #5 clk = !clk;

  islip_arbiter_if #(.NumPorts(NumPorts), .NumVcs(NumVcs)) io (.clk_i(clk), .rst_ni(rst_n));
  arbiter_driver #(.NumPorts(NumPorts), .NumVcs(NumVcs)) i_driver (.io);
  acme_arbiter #(.NumPorts(NumPorts), .NumVcs(NumVcs)) i_dut (
    .clk_i(clk), .rst_ni(rst_n), .iterations_i(io.iterations_i), .strict_i(io.strict_i),
    .req_valid_i(io.req_valid_i), .req_port_i(io.req_port_i),
    .in_busy_i(io.in_busy_i), .out_busy_i(io.out_busy_i),
    .match_valid_o(io.match_valid_o), .match_port_o(io.match_port_o),
    .match_vc_o(io.match_vc_o)
  );

  int unsigned cycles;

  initial begin
    if (!$value$plusargs("cycles=%d", cycles)) cycles = 20000;
    @(negedge clk) rst_n = 1'b0;
    repeat (3) @(negedge clk);
    rst_n = 1'b1;
    repeat (cycles) @(negedge clk);
    $finish;
  end

endmodule
