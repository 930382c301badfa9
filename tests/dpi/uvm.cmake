# SPDX-License-Identifier: Apache-2.0
# The UVM example can only be parsed here, in the order of its files.f: against a stub that declares what it uses, and
# with what Verilator 5.006 cannot read changed: DPI functions, which have dynamic arrays, are ordinary ones, and
# type_id::create() is the function type_id_create().
if(NOT TARGET tinsim_rtl)
  return()
endif()
set(uvm ${PROJECT_SOURCE_DIR}/examples/in_your_simulator/uvm)
set(sources)
file(STRINGS ${uvm}/files.f lines REGEX "^[^/]")
foreach(line IN LISTS lines)
  get_filename_component(name ${line} NAME)
  set(source ${uvm}/${line})
  if(line MATCHES "^[$]SV/")
    set(source ${TIN_GENERATED}/${name})
    if(name STREQUAL tinsim_golden_pkg.sv)
      set(source ${PROJECT_SOURCE_DIR}/rtl_models/golden/sv/${name})
    endif()
  endif()
  if(name MATCHES "_pkg[.]sv$")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
    file(READ ${source} text)
    string(REGEX REPLACE "import \"DPI-C\" function ([a-z]+) ([a-z_]+[(][^;]*[)]);"
           "function automatic \\1 \\2; endfunction" text "${text}")
    string(REPLACE "::type_id::create(" "::type_id_create(" text "${text}")
    set(source ${CMAKE_CURRENT_BINARY_DIR}/uvm_lint/${name})
    file(CONFIGURE OUTPUT ${source} CONTENT "@text@" @ONLY)
  endif()
  list(APPEND sources ${source})
endforeach()
add_test(NAME lint/uvm_example
  COMMAND ${VERILATOR_BIN} --lint-only --timing -Wno-lint --top arbiter_uvm_top -I${CMAKE_CURRENT_LIST_DIR}/uvm_stub
          ${CMAKE_CURRENT_LIST_DIR}/uvm_stub/uvm_pkg.sv ${sources})
set_tests_properties(lint/uvm_example PROPERTIES LABELS lint TIMEOUT 60)
