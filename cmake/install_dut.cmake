# SPDX-License-Identifier: Apache-2.0
# The part of the installed package that checks RTL of users: tinsim_add_dut() (dut.cmake), what it generates
# programs from, the stimuli, and a table of the blocks.
set(TIN_DUT_DIR ${TIN_PACKAGE_DIR}/dut)
set(table "# Written by cmake/install_dut.cmake from rtl_models/blocks.cmake.\nset(TINSIM_DUT_BLOCKS ${TIN_BLOCKS})\n")
# Those that `tinsim run --dut` puts into chips.
set(network_blocks ${TIN_BLOCKS})
list(REMOVE_ITEM network_blocks ${TIN_APART})
string(APPEND table "set(TINSIM_DUT_NETWORK_BLOCKS cell_switch;${TIN_NODE_ROUTERS};${network_blocks})\n")
string(APPEND table "set(TINSIM_DUT_PORT_LISTS \${CMAKE_CURRENT_LIST_DIR}/port_lists)\n")
set(port_lists)
set(models)
foreach(block IN LISTS TIN_BLOCKS)
  set(HAS_STALLS false)
  file(STRINGS testbench/stimulus/${block}_stimulus.h stalls REGEX "RandomStall ")
  if(stalls)
    set(HAS_STALLS true)
  endif()
  set(TIN_${block}_HAS_STALLS ${HAS_STALLS})
  foreach(key CLASS PARAMETERS SHAPES PARTS HAS_STALLS)
    string(APPEND table "set(TINSIM_DUT_${block}_${key} \"${TIN_${block}_${key}}\")\n")
  endforeach()
  foreach(shape IN LISTS TIN_${block}_SHAPES)
    foreach(key ARGUMENTS PARAMS RESET_EVERY)
      string(APPEND table "set(TINSIM_DUT_${shape}_${key} \"${TIN_${shape}_${key}}\")\n")
    endforeach()
    list(APPEND port_lists ${TIN_GENERATED}/${shape}.json)
  endforeach()
  install(FILES ${TIN_GENERATED}/${block}_coverage.h DESTINATION ${TIN_HEADER_DIR}/rtl_models/${block} OPTIONAL)
  install(FILES ${TIN_GENERATED}/${block}_coverage.sv ${TIN_GENERATED}/${block}_coverage_bind.sv
          DESTINATION ${TIN_DUT_DIR}/coverage OPTIONAL)
  if(TIN_${block}_PARAMETERS)
    install(FILES rtl_models/${block}/${block}.cpp DESTINATION ${TIN_HEADER_DIR}/rtl_models/${block})
  endif()
endforeach()
# The packages that the coverage modules import; one is written by the build.
file(GLOB packages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/rtl_models/common/*_pkg.sv)
install(FILES ${packages} ${TIN_REGISTER_FOLDER}/tin_registers_pkg.sv DESTINATION ${TIN_DUT_DIR}/coverage OPTIONAL)
string(REGEX REPLACE "find_dependency\\(([^)]*)\\)" "find_package(\\1 REQUIRED)" finds "${TIN_replay_FINDS}")
file(CONFIGURE OUTPUT dut_replay_finds.cmake CONTENT "${finds}\n" @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/dut_replay_finds.cmake DESTINATION ${TIN_DUT_DIR} RENAME replay_finds.cmake)
file(CONFIGURE OUTPUT dut_blocks.cmake CONTENT "${table}" @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/dut_blocks.cmake DESTINATION ${TIN_DUT_DIR} RENAME blocks.cmake)
install(FILES ${port_lists} DESTINATION ${TIN_DUT_DIR}/port_lists OPTIONAL)  # `make run` does not make them
install(FILES cmake/dut.cmake cmake/dut_arguments.cmake cmake/block_shape.cmake DESTINATION ${TIN_PACKAGE_DIR})
install(FILES cmake/verilate.cmake testbench/dut/wrap_dut.py testbench/dut/dut_ports.py testbench/dut/dut_main.cpp.in
              testbench/dut/dut_plugin.cpp.in testbench/dut/dut_port_list.cpp.in
              scripts/coverage_report.py DESTINATION ${TIN_DUT_DIR})
foreach(folder testbench/dut testbench/stimulus)
  install(DIRECTORY ${folder} DESTINATION ${TIN_HEADER_DIR}/testbench
          FILES_MATCHING PATTERN "*.h" PATTERN "fec_loop*" EXCLUDE PATTERN "pcs_chain*" EXCLUDE)  # of several blocks
endforeach()
# Headers that the stimuli include.
install(FILES testbench/bench_random.h testbench/covered.h testbench/drive.h testbench/random_stall.h
              testbench/record_run.h
        DESTINATION ${TIN_HEADER_DIR}/testbench)
