// SPDX-License-Identifier: Apache-2.0
// The models of the blocks in SystemVerilog, over DPI-C, and the counts and messages of a checker.

/// `words`: the ports of a block, each beginning a word of 32 bits, its lowest bits first; ports in
/// the order of the port list. <block>_if.sv and <block>_checker.sv make them.
package tinsim_golden_pkg;

  /// The model of a block in the shape that has these values of its parameters, `names` separated
  /// by commas; `bits`: of each port, which are compared with those of the model. null: there is no
  /// such shape, or a port differs; tinsim_dpi_error(null) says which.
  import "DPI-C" function chandle tinsim_dpi_create(input string block, input string names,
                                                    input int unsigned values[],
                                                    input int unsigned bits[]);
  import "DPI-C" function void tinsim_dpi_free(input chandle golden);
  /// Text of the last error. Functions that return int return 0 if there was none.
  import "DPI-C" function string tinsim_dpi_error(input chandle golden);
  import "DPI-C" function int tinsim_dpi_reset(input chandle golden,
                                               input int unsigned inputs[]);
  /// Outputs of the cycle that has these inputs.
  import "DPI-C" function int tinsim_dpi_predict(input chandle golden,
                                                 input int unsigned inputs[],
                                                 output int unsigned outputs[]);
  /// Before tinsim_dpi_edge(): the elements of the outputs that differ, with inputs and registers
  /// of the model; "" if all are equal. Bits that are 1 in `unknown` are X or Z.
  import "DPI-C" function string tinsim_dpi_difference(input chandle golden,
                                                       input int unsigned actual[],
                                                       input int unsigned unknown[]);
  /// The clock edge that ends the cycle. After an error only a reset may follow.
  import "DPI-C" function int tinsim_dpi_edge(input chandle golden);

  /// Bits of the words of a port.
  function automatic int unsigned golden_padded(input int unsigned bits);
    return (bits + 31) / 32 * 32;
  endfunction

  /// Counts of a checker.
  typedef struct {
    longint unsigned cycle;       // since the last reset
    longint unsigned compared;    // cycles
    int unsigned     mismatches;  // cycles in which an output differed
    bit              was_reset;   // before the first reset nothing is compared
  } golden_tally_t;

  /// The tally after a further cycle.
  function automatic golden_tally_t golden_count(input golden_tally_t tally, input bit differs);
    golden_tally_t next;
    next = tally;
    next.cycle = tally.cycle + 1;
    next.compared = tally.compared + 1;
    if (differs) next.mismatches = tally.mismatches + 1;
    return next;
  endfunction

  /// The message of a cycle that differs, before it is counted; `difference` is that of
  /// tinsim_dpi_difference(). `maximum` 0: no limit.
  function automatic string golden_message(input golden_tally_t tally, input string path,
                                           input string difference, input int unsigned maximum);
    string of_maximum;
    of_maximum = maximum == 0 ? "" : $sformatf(" of %0d", maximum);
    return $sformatf("%s: cycle %0d after reset, mismatch %0d%s:\n%s", path, tally.cycle,
                     tally.mismatches + 1, of_maximum, difference);
  endfunction

  /// The limit of mismatches is reached.
  function automatic bit golden_is_full(input golden_tally_t tally, input int unsigned maximum);
    return maximum != 0 && tally.mismatches >= maximum;
  endfunction

  /// The last line of a run.
  function automatic string golden_summary(input golden_tally_t tally, input string path);
    return $sformatf("%s: %0d cycles compared, %0d mismatches", path, tally.compared,
                     tally.mismatches);
  endfunction

  /// Something was compared, and all was equal.
  function automatic bit golden_passed(input golden_tally_t tally);
    return tally.compared != 0 && tally.mismatches == 0;
  endfunction

  // Checkers that have not ended, and the faults of those that have.
  int unsigned golden_running;
  string golden_faults;

  /// A checker begins.
  // verilator lint_off BLKSEQ
  function automatic void golden_begin();
    golden_running++;
  endfunction
  // verilator lint_on BLKSEQ

  /// A checker ends, in a final block, with a fault or "". Of the last one: the faults of all, "" if
  /// there are none. $fatal of an earlier one would keep the others from their summaries.
  function automatic string golden_end(input string fault);
    if (fault != "" && golden_faults != "") golden_faults = {golden_faults, "\n"};
    golden_faults = {golden_faults, fault};
    if (golden_running != 0) golden_running--;
    return golden_running == 0 ? golden_faults : "";
  endfunction

endpackage
