// SPDX-License-Identifier: Apache-2.0
// Stands for UVM's macros, for lint.
`ifndef UVM_MACROS_SVH
`define UVM_MACROS_SVH
`define uvm_object_utils(T) \
  static function T type_id_create(string name); \
    return null; \
  endfunction
`define uvm_component_utils(T) \
  static function T type_id_create(string name, uvm_component parent); \
    return null; \
  endfunction
`endif
