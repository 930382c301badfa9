# SPDX-License-Identifier: Apache-2.0
# Functional coverage: is it counted right, and do C++ and SystemVerilog have the same bins?
tinsim_test(unit coverage SOURCES ${CMAKE_CURRENT_LIST_DIR}/coverage_test.cpp LIBS tinsim_blocks)
set(includes)
set(lists)
foreach(block IN LISTS TIN_BLOCKS)
  list(GET TIN_${block}_SHAPES 0 shape)
  string(APPEND includes "#include \"${block}_coverage.h\"\n")
  string(APPEND lists "  fmt::print(\"{}\", tinsim::${TIN_${block}_CLASS}Coverage${TIN_${shape}_ARGUMENTS}().csv());\n")
endforeach()
configure_file(${CMAKE_CURRENT_LIST_DIR}/coverage_lists.cpp.in coverage_lists.cpp @ONLY)
add_executable(unit_coverage_lists ${CMAKE_CURRENT_BINARY_DIR}/coverage_lists.cpp)
target_link_libraries(unit_coverage_lists PRIVATE tinsim_options tinsim_base fmt::fmt)
target_compile_options(unit_coverage_lists PRIVATE -O0)
foreach(target unit_coverage unit_coverage_lists)
  target_include_directories(${target} PRIVATE ${TIN_GENERATED})
  add_dependencies(${target} tinsim_coverage)
endforeach()
add_test(NAME unit/coverage_lists
  COMMAND ${TINSIM_PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/coverage_test.py $<TARGET_FILE:unit_coverage_lists>
          ${TIN_GENERATED})
set_tests_properties(unit/coverage_lists PROPERTIES LABELS unit TIMEOUT 60)
