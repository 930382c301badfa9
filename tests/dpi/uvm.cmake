# SPDX-License-Identifier: Apache-2.0
# The UVM example can only be parsed here: against a stub that declares what it uses, and with the DPI functions as
# ordinary ones, since Verilator passes no dynamic arrays over DPI.
if(NOT TARGET tinsim_rtl)
  return()
endif()
set(example ${PROJECT_SOURCE_DIR}/examples/in_your_simulator)
set(package ${PROJECT_SOURCE_DIR}/rtl_models/golden/sv/tinsim_golden_pkg.sv)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${package})
file(READ ${package} text)
string(REGEX REPLACE "import \"DPI-C\" function ([a-z]+) ([a-z_]+[(][^;]*[)]);" "function automatic \\1 \\2; endfunction"
       text "${text}")
file(CONFIGURE OUTPUT uvm_lint/tinsim_golden_pkg.sv CONTENT "@text@" @ONLY)
add_test(NAME lint/uvm_example
  COMMAND ${VERILATOR_BIN} --lint-only --timing -Wno-lint --top arbiter_uvm_top -I${CMAKE_CURRENT_LIST_DIR}/uvm_stub
          ${CMAKE_CURRENT_LIST_DIR}/uvm_stub/uvm_pkg.sv ${CMAKE_CURRENT_BINARY_DIR}/uvm_lint/tinsim_golden_pkg.sv
          ${TIN_GENERATED}/islip_arbiter_if.sv ${example}/arbiter_stimulus_pkg.sv ${example}/arbiter_driver.sv
          ${example}/../check_your_rtl/acme_matcher.v ${example}/acme_arbiter.sv ${example}/uvm/golden_uvm_pkg.sv
          ${example}/uvm/arbiter_uvm_pkg.sv ${example}/uvm/arbiter_uvm_top.sv)
set_tests_properties(lint/uvm_example PROPERTIES LABELS lint TIMEOUT 60)
