# SPDX-License-Identifier: Apache-2.0
# Does the golden model hold the RTL from inside a SystemVerilog bench? Each block is verilated with
# its checker bound to it, which calls the C ABI over DPI-C: once as it is, once with a bug.
if(NOT TARGET tinsim_rtl)
  tinsim_test(dpi skipped SOURCES ${CMAKE_CURRENT_LIST_DIR}/skipped_dpi.cpp)
  return()
endif()

add_library(tinsim_dpi STATIC ${PROJECT_SOURCE_DIR}/rtl_models/golden/sv/tinsim_golden_dpi.c
            ${VERILATOR_ROOT}/include/verilated_dpi.cpp)
target_link_libraries(tinsim_dpi PUBLIC tinsim_golden)
target_include_directories(tinsim_dpi PRIVATE ${PROJECT_SOURCE_DIR}/rtl_models/golden)
target_include_directories(tinsim_dpi SYSTEM PRIVATE ${VERILATOR_ROOT}/include ${VERILATOR_ROOT}/include/vltstd)

# golden(<class> <block> <shape> [<changed file>...] [BIND <file>]): the block, or one with changed files, with its
# checker, or with those that BIND binds.
function(golden class block shape)
  cmake_parse_arguments(GOLDEN "" "BIND" "" ${ARGN})
  set(sources ${TIN_${block}_SV})
  foreach(changed IN LISTS GOLDEN_UNPARSED_ARGUMENTS)
    get_filename_component(module ${changed} NAME)
    list(TRANSFORM sources REPLACE ".*/${module}$" ${changed})
  endforeach()
  list(APPEND sources ${TIN_CHECKER_SV} ${TIN_GENERATED}/${block}_checker.sv)
  set(top ${block})
  if(GOLDEN_BIND)
    list(APPEND sources ${GOLDEN_BIND})
  elseif(TIN_${block}_PART)
    set(top ${block}_bench)
    list(APPEND sources ${TIN_GENERATED}/${block}_bench.sv)
  else()
    list(APPEND sources ${TIN_GENERATED}/${block}_bind.sv)
  endif()
  tin_verilate_into(tinsim_rtl_golden PREFIX ${class} TOP ${top} SOURCES ${sources}
                    PARAMS ${TIN_${shape}_PARAMS} ARGS -Wno-lint)
endfunction()

set(tests)
foreach(block IN LISTS TIN_BLOCKS)
  list(GET TIN_${block}_SHAPES 0 shape)
  golden(V${block}_golden ${block} ${shape})
  file(GLOB changed ${PROJECT_BINARY_DIR}/rtl_models/mutants/${block}_m1/*.sv)
  golden(V${block}_golden_m1 ${block} ${shape} ${changed})
  set(class ${TIN_${block}_CLASS})
  set(arguments "${TIN_${shape}_ARGUMENTS}")
  configure_file(${CMAKE_CURRENT_LIST_DIR}/golden_test.cpp.in ${block}_golden.cpp @ONLY)
  list(APPEND tests ${CMAKE_CURRENT_BINARY_DIR}/${block}_golden.cpp)
endforeach()
# The checker in shapes of one block: the second one, and one that the library does not have.
golden(Vislip_arbiter_golden_50 islip_arbiter islip_arbiter_50)
set(TIN_islip_arbiter_other_PARAMS NumPorts=5 NumVcs=3)
golden(Vislip_arbiter_golden_other islip_arbiter islip_arbiter_other)
list(APPEND tests ${CMAKE_CURRENT_LIST_DIR}/shapes_test.cpp)
# Two checkers at a block with a bug.
file(GLOB changed ${PROJECT_BINARY_DIR}/rtl_models/mutants/islip_arbiter_m1/*.sv)
golden(Vislip_arbiter_golden_two islip_arbiter islip_arbiter ${changed} BIND ${CMAKE_CURRENT_LIST_DIR}/two_checkers.sv)
list(APPEND tests ${CMAKE_CURRENT_LIST_DIR}/two_checkers_test.cpp)

target_link_libraries(tinsim_rtl_golden PUBLIC tinsim_dpi tinsim_rtl)

tinsim_test(dpi golden SOURCES ${tests} LIBS tinsim_rtl_golden tinsim_blocks)
set_target_properties(dpi_golden PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
