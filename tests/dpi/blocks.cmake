# SPDX-License-Identifier: Apache-2.0
# Does the golden model hold the RTL from inside a SystemVerilog bench? Each block is verilated with
# its checker bound to it, which calls the C++ model over DPI-C: once as it is, once with a bug.
if(NOT TARGET tinsim_rtl)
  tinsim_test(dpi skipped SOURCES ${CMAKE_CURRENT_LIST_DIR}/skipped_dpi.cpp)
  return()
endif()

add_library(tinsim_dpi STATIC)
set_target_properties(tinsim_dpi PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 11)
target_link_libraries(tinsim_dpi PUBLIC tinsim_blocks)
target_include_directories(tinsim_dpi SYSTEM PRIVATE ${VERILATOR_ROOT}/include/vltstd)

# golden(<class> <block> <shape> [<changed file>]): the block, or one with a changed file, with its
# checker.
function(golden class block shape)
  set(sources ${TIN_${block}_SV})
  foreach(changed IN LISTS ARGN)
    get_filename_component(module ${changed} NAME)
    list(TRANSFORM sources REPLACE ".*/${module}$" ${changed})
  endforeach()
  list(APPEND sources ${TIN_GENERATED}/${shape}_checker.sv)
  set(top ${block})
  if(TIN_${block}_PART)
    set(top ${shape}_bench)
    list(APPEND sources ${TIN_GENERATED}/${shape}_bench.sv)
  else()
    list(APPEND sources ${TIN_GENERATED}/${shape}_bind.sv)
  endif()
  tin_verilate_into(tinsim_rtl_golden PREFIX ${class} TOP ${top} SOURCES ${sources}
                    PARAMS ${TIN_${shape}_PARAMS} ARGS -Wno-lint)
endfunction()

set(tests)
foreach(block IN LISTS TIN_BLOCKS)
  target_sources(tinsim_dpi PRIVATE ${TIN_GENERATED}/${block}_dpi.cpp)
  list(GET TIN_${block}_SHAPES 0 shape)
  golden(V${block}_golden ${block} ${shape})
  file(GLOB changed ${PROJECT_BINARY_DIR}/rtl_models/mutants/${block}_m1/*.sv)
  golden(V${block}_golden_m1 ${block} ${shape} ${changed})
  set(class ${TIN_${block}_CLASS})
  set(arguments "${TIN_${shape}_ARGUMENTS}")
  configure_file(${CMAKE_CURRENT_LIST_DIR}/golden_test.cpp.in ${block}_golden.cpp @ONLY)
  list(APPEND tests ${CMAKE_CURRENT_BINARY_DIR}/${block}_golden.cpp)
endforeach()
target_link_libraries(tinsim_rtl_golden PUBLIC tinsim_rtl tinsim_dpi)

tinsim_test(dpi golden SOURCES ${tests} LIBS tinsim_rtl_golden)
set_target_properties(dpi_golden PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
