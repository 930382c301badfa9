// SPDX-License-Identifier: Apache-2.0
// NOT RUN HERE: no UVM is available where tinsim is built. Parsed by Verilator against a stub of UVM.
// Predictor and scoreboard for any block. Model, counts and messages are those of tinsim_golden_pkg,
// which tinsim_golden_checker uses in the same order.
`include "uvm_macros.svh"

package golden_uvm_pkg;

  import uvm_pkg::*;
  import tinsim_golden_pkg::*;

  /// The ports of a block in one cycle, as words of <block>_if.
  class golden_item extends uvm_sequence_item;
    `uvm_object_utils(golden_item)
    bit is_reset;
    int unsigned inputs[];
    int unsigned actual[];
    int unsigned unknown[];  // 1: the bit of an output is X or Z
    int unsigned expected[];

    function new(string name = "golden_item");
      super.new(name);
    endfunction

    function void do_copy(uvm_object rhs);
      golden_item other;
      super.do_copy(rhs);
      if (!$cast(other, rhs)) return;
      is_reset = other.is_reset;
      inputs = other.inputs;
      actual = other.actual;
      unknown = other.unknown;
      expected = other.expected;
    endfunction

    function bit differs();
      foreach (expected[n]) if (unknown[n] != 0 || actual[n] != expected[n]) return 1'b1;
      return 1'b0;
    endfunction
  endclass

  /// Adds the outputs of the model to a copy of each item, and passes it on before the edge that ends
  /// its cycle: write() of `checked` takes no time, so that the scoreboard sees the registers of then.
  class golden_predictor extends uvm_subscriber #(golden_item);
    `uvm_component_utils(golden_predictor)
    chandle golden;  // of create() of the interface, before the run phase
    bit was_reset;
    uvm_analysis_port #(golden_item) checked;

    function new(string name, uvm_component parent);
      super.new(name, parent);
      checked = new("checked", this);
    endfunction

    function void write(golden_item t);
      golden_item predicted;
      int unsigned outputs[];
      predicted = golden_item::type_id::create("predicted");
      predicted.copy(t);
      if (t.is_reset) begin
        was_reset = 1'b1;
        must(tinsim_dpi_reset(golden, t.inputs));
        checked.write(predicted);
      end else if (was_reset) begin
        outputs = new[t.actual.size()];
        must(tinsim_dpi_predict(golden, t.inputs, outputs));
        predicted.expected = outputs;
        checked.write(predicted);
        must(tinsim_dpi_edge(golden));
      end
    endfunction

    function void must(int status);
      if (status != 0) uvm_report_fatal("GOLDEN", tinsim_dpi_error(golden));
    endfunction
  endclass

  /// Compares, counts and reports.
  class golden_scoreboard extends uvm_subscriber #(golden_item);
    `uvm_component_utils(golden_scoreboard)
    chandle golden;  // that of the predictor
    int unsigned max_mismatches = 1;
    golden_tally_t tally;

    function new(string name, uvm_component parent);
      super.new(name, parent);
    endfunction

    function void write(golden_item t);
      bit differs;
      if (t.is_reset) begin
        tally.cycle = 0;
        return;
      end
      differs = t.differs();
      if (differs) begin
        uvm_report_error("GOLDEN", golden_message(tally, get_full_name(), tinsim_dpi_difference(
            golden, t.actual, t.unknown), max_mismatches));
      end
      tally = golden_count(tally, differs);
      if (golden_is_full(tally, max_mismatches)) uvm_report_fatal("GOLDEN", "stopped at the limit");
    endfunction

    function void summarize();
      uvm_report_info("GOLDEN", golden_summary(tally, get_full_name()), UVM_NONE);
    endfunction

    // A fatal report ends the run without the phases that are left.
    function void pre_abort();
      summarize();
    endfunction

    function void report_phase(uvm_phase phase);
      summarize();
      if (!golden_passed(tally)) uvm_report_error("GOLDEN", "outputs differ, or nothing compared");
    endfunction
  endclass

endpackage
