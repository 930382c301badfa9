// SPDX-License-Identifier: Apache-2.0
// Stands for UVM's macros, for lint.
`define uvm_component_utils(T)
