// SPDX-License-Identifier: Apache-2.0
// The matcher of examples/check_your_rtl, which has a bug, behind the ports of islip_arbiter.
module acme_arbiter #(
  parameter int unsigned NumPorts = 4,
  parameter int unsigned NumVcs = 4
) (
  input  logic                                  clk_i,
  input  logic                                  rst_ni,
  input  logic [2:0]                            iterations_i,
  input  logic [NumVcs-1:0]                     strict_i,
  input  logic [NumPorts-1:0][NumVcs-1:0]       req_valid_i,
  input  logic [NumPorts-1:0][NumVcs-1:0][5:0]  req_port_i,
  input  logic [NumPorts-1:0]                   in_busy_i,
  input  logic [NumPorts-1:0]                   out_busy_i,
  output logic [NumPorts-1:0]                   match_valid_o,
  output logic [NumPorts-1:0][5:0]              match_port_o,
  output logic [NumPorts-1:0][4:0]              match_vc_o
);

  acme_matcher #(.N(NumPorts), .V(NumVcs)) i_matcher (
    .clk(clk_i), .srst(!rst_ni), .rounds(iterations_i), .urgent(strict_i),
    .want(req_valid_i), .want_dst(req_port_i), .src_idle(~in_busy_i), .dst_idle(~out_busy_i),
    .hit(match_valid_o), .hit_dst(match_port_o), .hit_class(match_vc_o)
  );

endmodule
