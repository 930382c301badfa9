// SPDX-License-Identifier: Apache-2.0
// Holds the ports of a block to its model at each rising edge: the common part of all checkers.

/// Between edges the ports hold the values of one cycle. After a mismatch the model goes on with its
/// own registers: later mismatches may follow from the first, until a reset, which brings both
/// together again. X and Z at an input are 0 for the model; at an output they differ.
module tinsim_golden_checker
  import tinsim_golden_pkg::*;
#(
  /// The block, the names of its parameters, "A,B", and their values, the first one lowest.
  parameter string                             Block           = "",
  parameter string                             ParameterNames  = "",
  parameter int unsigned                       ParameterCount   = 1,
  parameter bit [ParameterCount-1:0][31:0]      ParameterValues = '0,
  /// Bits of each port, inputs first, the first one lowest.
  parameter int unsigned                       PortCount        = 1,
  parameter bit [PortCount-1:0][31:0]           PortBits        = '0,
  /// Words of all inputs and outputs (tinsim_golden_pkg).
  parameter int unsigned                       InWords         = 1,
  parameter int unsigned                       OutWords        = 1,
  /// Cycles with a mismatch until $fatal; 0: the run goes on, and fails when it ends.
  parameter int unsigned                       MaxMismatches   = 1,
  /// Name in messages; the instance path without it.
  parameter string                             Name            = ""
) (
  input logic                       clk_i,
  input logic                       rst_ni,
  input logic [InWords-1:0][31:0]   in_i,
  input logic [OutWords-1:0][31:0]  out_i
);

  // The variables are those of a program, used within one edge.
  // verilator lint_off BLKSEQ

  // Copies: a simulator may put the whole expression of a port wherever one word of it is read.
  logic [InWords-1:0][31:0]  in_now;
  logic [OutWords-1:0][31:0] out_now;

  int unsigned values[ParameterCount];
  int unsigned bits[PortCount];
  int unsigned inputs[InWords];
  int unsigned actual[OutWords];
  int unsigned expected[OutWords];
  int unsigned unknown[OutWords];

  chandle golden;
  golden_tally_t tally;
  string path, faults;
  bit opened, stopped;

  // Before the first edge, or at one of time 0.
  function automatic void open(string instance_path);
    opened = 1'b1;
    golden_begin();
    path = (Name == "") ? instance_path : Name;
    for (int unsigned n = 0; n < ParameterCount; n++) values[n] = ParameterValues[n];
    for (int unsigned n = 0; n < PortCount; n++) bits[n] = PortBits[n];
    golden = tinsim_dpi_create(Block, ParameterNames, values, bits);
    if (golden == null) begin
      stopped = 1'b1;
      $fatal(1, "%s: %s", path, tinsim_dpi_error(null));
    end
  endfunction
  initial if (!opened) open($sformatf("%m"));

  // The model and the outputs of this cycle. All is sampled before what the edge changes.
  task automatic check_cycle();
    bit differs;
    differs = 1'b0;
    if (tinsim_dpi_predict(golden, inputs, expected) != 0) stop_on_error();
    if (stopped) return;
    for (int unsigned n = 0; n < OutWords; n++) begin
      if (out_now[n] !== expected[n]) differs = 1'b1;
    end
    if (differs) $write("%s", golden_message(tally, path, difference(), MaxMismatches));
    if (tinsim_dpi_edge(golden) != 0) stop_on_error();
    tally = golden_count(tally, differs);
    if (!stopped && golden_is_full(tally, MaxMismatches)) stop("outputs differ, limit reached");
  endtask

  function automatic string difference();
    for (int unsigned n = 0; n < OutWords; n++) begin
      actual[n] = out_now[n];
      for (int unsigned i = 0; i < 32; i++) unknown[n][i] = $isunknown(out_now[n][i]);
    end
    return tinsim_dpi_difference(golden, actual, unknown);
  endfunction

  function automatic void stop(string why);
    stopped = 1'b1;
    $display("%s", golden_summary(tally, path));
    $fatal(1, "%s: %s", path, why);
  endfunction
  function automatic void stop_on_error();
    stop($sformatf("cycle %0d after reset: %s", tally.cycle, tinsim_dpi_error(golden)));
  endfunction

  always @(posedge clk_i or negedge rst_ni) begin
    if (!opened) open($sformatf("%m"));
    in_now = in_i;
    out_now = out_i;
    for (int unsigned n = 0; n < InWords; n++) inputs[n] = in_now[n];
    if (stopped) begin
      // $fatal may let the time step end.
    end else if (!rst_ni) begin
      tally.was_reset = 1'b1;
      tally.cycle = 0;
      if (tinsim_dpi_reset(golden, inputs) != 0) stop_on_error();
    end else if (tally.was_reset) begin
      check_cycle();
    end
  end

  // The summary of a run that was not stopped, and what is wrong with it; "": nothing.
  function automatic string fault_at_end();
    if (stopped) return "";
    $display("%s", golden_summary(tally, path));
    if (tally.compared == 0) return {path, ": the checker compared nothing"};
    if (tally.mismatches != 0) return {path, ": outputs differ"};
    return "";
  endfunction

  final begin
    if (golden != null) tinsim_dpi_free(golden);
    faults = golden_end(fault_at_end());
    if (faults != "") $fatal(1, "%s", faults);
  end

endmodule
