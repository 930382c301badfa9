# SPDX-License-Identifier: Apache-2.0
# Does the golden model hold the RTL from inside a SystemVerilog bench? Each block is verilated with
# its checker bound to it, which calls the C++ model over DPI-C: once as it is, once with a bug.
if(NOT TARGET tinsim_rtl)
  tinsim_test(dpi skipped SOURCES ${CMAKE_CURRENT_LIST_DIR}/skipped_dpi.cpp)
  return()
endif()

set(rtl ${PROJECT_SOURCE_DIR}/rtl_models)
set(mutants ${PROJECT_BINARY_DIR}/rtl_models/mutants)
set(blocks cell_header_codec vc_fifo credit_counter islip_arbiter crossbar output_queue)
set(link_blocks ordered_set_codec pcs_tx pcs_rx rs_fec_encoder rs_fec_decoder)

add_library(tinsim_dpi STATIC)
foreach(block ${blocks} ${link_blocks} cell_switch)
  target_sources(tinsim_dpi PRIVATE ${rtl}/${block}/${block}_dpi.cpp)
endforeach()
target_link_libraries(tinsim_dpi PUBLIC tinsim_blocks)
target_include_directories(tinsim_dpi SYSTEM PRIVATE ${VERILATOR_ROOT}/include/vltstd)

# golden(<class> <block> <file with the block> [PARAMS ...] [TOP <module> <file>]): the block with
# its checker.
function(golden class block file)
  cmake_parse_arguments(G "" "" "PARAMS;TOP" ${ARGN})
  set(sources ${rtl}/common/tin_pkg.sv)
  if(block STREQUAL "cell_switch")
    foreach(part ${blocks})
      list(APPEND sources ${rtl}/${part}/${part}.sv)
    endforeach()
  elseif(block MATCHES "^rs_fec")
    list(APPEND sources ${rtl}/common/rs_fec_pkg.sv)
  endif()
  list(APPEND sources ${file} ${rtl}/${block}/${block}_checker.sv)
  if(G_TOP)
    list(GET G_TOP 0 top)
    list(GET G_TOP 1 bench)
    list(APPEND sources ${bench})
  else()
    set(top ${block})
    set(bind ${CMAKE_CURRENT_BINARY_DIR}/${block}_bind.sv)
    file(CONFIGURE OUTPUT ${bind}
         CONTENT "bind @block@ @block@_checker i_checker (.*);\n" @ONLY)
    list(APPEND sources ${bind})
  endif()
  tin_verilate_into(tinsim_rtl_golden PREFIX ${class} TOP ${top} SOURCES ${sources}
                    PARAMS ${G_PARAMS} ARGS -I${PROJECT_SOURCE_DIR} -Wno-lint)
endfunction()

set(shape_vc_fifo PARAMS NumVcs=4 MaxWords=64)
set(shape_credit_counter PARAMS NumVcs=4)
set(shape_islip_arbiter PARAMS NumPorts=4 NumVcs=4)
set(shape_crossbar PARAMS NumPorts=4)
set(shape_output_queue PARAMS NumVcs=4)
set(shape_cell_switch PARAMS NumPorts=4 NumVcs=4 MaxWords=64)
foreach(block cell_header_codec ordered_set_codec)
  set(shape_${block} TOP ${block}_bench ${CMAKE_CURRENT_LIST_DIR}/${block}_bench.sv)
endforeach()
foreach(block ${blocks} ${link_blocks} cell_switch)
  golden(V${block}_golden ${block} ${rtl}/${block}/${block}.sv ${shape_${block}})
  golden(V${block}_golden_m1 ${block} ${mutants}/${block}_m1/${block}.sv ${shape_${block}})
endforeach()
target_link_libraries(tinsim_rtl_golden PUBLIC tinsim_rtl tinsim_dpi)

tinsim_test(dpi golden SOURCES ${CMAKE_CURRENT_LIST_DIR}/golden_test.cpp LIBS tinsim_rtl_golden)
