// SPDX-License-Identifier: Apache-2.0
// Declares what examples/in_your_simulator/uvm uses of UVM 1.2, without behaviour: for lint, never to be run.
package uvm_pkg;

  typedef enum int {UVM_NONE = 0} uvm_verbosity;

  typedef class uvm_component;

  class uvm_phase;
    function void raise_objection(uvm_component who);
    endfunction
    function void drop_objection(uvm_component who);
    endfunction
  endclass

  class uvm_component;
    function new(string name, uvm_component parent);
    endfunction
    function string get_full_name();
      return "";
    endfunction
    virtual function void build_phase(uvm_phase phase);
    endfunction
    virtual function void connect_phase(uvm_phase phase);
    endfunction
    virtual function void report_phase(uvm_phase phase);
    endfunction
    virtual function void pre_abort();
    endfunction
    virtual task run_phase(uvm_phase phase);
    endtask
    function void uvm_report_fatal(string id, string message);
    endfunction
    function void uvm_report_error(string id, string message);
    endfunction
    function void uvm_report_info(string id, string message, int verbosity);
    endfunction
  endclass

  class uvm_monitor extends uvm_component;
    function new(string name, uvm_component parent);
      super.new(name, parent);
    endfunction
  endclass
  class uvm_env extends uvm_component;
    function new(string name, uvm_component parent);
      super.new(name, parent);
    endfunction
  endclass
  class uvm_test extends uvm_component;
    function new(string name, uvm_component parent);
      super.new(name, parent);
    endfunction
  endclass

  class uvm_object;
    function new(string name);
    endfunction
    function void copy(uvm_object rhs);
    endfunction
    virtual function void do_copy(uvm_object rhs);
    endfunction
  endclass
  class uvm_sequence_item extends uvm_object;
    function new(string name);
      super.new(name);
    endfunction
  endclass

  class uvm_analysis_export #(type T = int);
  endclass
  class uvm_analysis_port #(type T = int);
    function new(string name, uvm_component parent);
    endfunction
    function void write(T t);
    endfunction
    function void connect(uvm_analysis_export #(T) to);
    endfunction
  endclass
  class uvm_subscriber #(type T = int) extends uvm_component;
    uvm_analysis_export #(T) analysis_export;
    function new(string name, uvm_component parent);
      super.new(name, parent);
    endfunction
  endclass

  class uvm_config_db #(type T = int);
    static function void set(uvm_component from, string path, string name, T value);
    endfunction
    static function bit get(uvm_component from, string path, string name, inout T value);
      return 1'b0;
    endfunction
  endclass

  task automatic run_test(string name);
  endtask

endpackage
