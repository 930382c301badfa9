// SPDX-License-Identifier: Apache-2.0
// NOT RUN HERE: no UVM is available where tinsim is built. Parsed by Verilator against a stub of UVM.
// Monitor, environment and test of an arbiter of 4 ports and 4 VCs; arbiter_driver drives it.
`include "uvm_macros.svh"

package arbiter_uvm_pkg;

  import uvm_pkg::*;
  import tinsim_golden_pkg::*;
  import golden_uvm_pkg::*;

  // The default shape, 4 ports and 4 VCs; Verilator 5.006 knows no parameters here.
  typedef virtual islip_arbiter_if arbiter_vif_t;

  /// One item per rising edge, of the values before it.
  class arbiter_monitor extends uvm_monitor;
    `uvm_component_utils(arbiter_monitor)
    arbiter_vif_t io;
    uvm_analysis_port #(golden_item) sampled;

    function new(string name, uvm_component parent);
      super.new(name, parent);
      sampled = new("sampled", this);
    endfunction

    task run_phase(uvm_phase phase);
      forever begin
        @(posedge io.clk_i);
        sampled.write(sample());
      end
    endtask

    function golden_item sample();
      golden_item t;
      t = golden_item::type_id::create("sampled");
      t.is_reset = !io.rst_ni;
      t.inputs = new[$size(io.in_words)];
      t.actual = new[$size(io.out_words)];
      t.unknown = new[$size(io.out_words)];
      foreach (t.inputs[n]) t.inputs[n] = io.in_words[n];
      foreach (t.actual[n]) begin
        t.actual[n] = io.out_words[n];
        for (int i = 0; i < 32; i++) t.unknown[n][i] = $isunknown(io.out_words[n][i]);
      end
      return t;
    endfunction
  endclass

  class arbiter_env extends uvm_env;
    `uvm_component_utils(arbiter_env)
    arbiter_vif_t io;
    arbiter_monitor monitor;
    golden_predictor predictor;
    golden_scoreboard scoreboard;

    function new(string name, uvm_component parent);
      super.new(name, parent);
    endfunction

    function void build_phase(uvm_phase phase);
      chandle golden;
      monitor = arbiter_monitor::type_id::create("monitor", this);
      predictor = golden_predictor::type_id::create("predictor", this);
      scoreboard = golden_scoreboard::type_id::create("scoreboard", this);
      if (!uvm_config_db#(arbiter_vif_t)::get(this, "", "io", io)) begin
        uvm_report_fatal("ENV", "no interface 'io' in the configuration");
      end
      monitor.io = io;
      if (!uvm_config_db#(chandle)::get(this, "", "golden", golden) || golden == null) begin
        uvm_report_fatal("ENV", {"no model 'golden' in the configuration: ", tinsim_dpi_error(null)});
      end
      predictor.golden = golden;
      scoreboard.golden = golden;
      scoreboard.max_mismatches = 3;
    endfunction

    function void connect_phase(uvm_phase phase);
      monitor.sampled.connect(predictor.analysis_export);
      predictor.checked.connect(scoreboard.analysis_export);
    endfunction
  endclass

  class arbiter_test extends uvm_test;
    `uvm_component_utils(arbiter_test)
    arbiter_env env;

    function new(string name, uvm_component parent);
      super.new(name, parent);
    endfunction

    function void build_phase(uvm_phase phase);
      env = arbiter_env::type_id::create("env", this);
    endfunction

    task run_phase(uvm_phase phase);
      phase.raise_objection(this);
      repeat (20000) @(posedge env.io.clk_i);
      phase.drop_objection(this);
    endtask
  endclass

endpackage
