# SPDX-License-Identifier: Apache-2.0
# Files generated from the ports of each block, in the build tree below rtl_models/generated/:
#   <shape>.json         port list: names, directions, widths, dimensions (common/port_list.h)
#   <block>_checker.sv   golden checker (common/checker.py)
#   <block>_if.sv        interface with the ports
#   <block>_bind.sv      bind of the checker; for a part <block>_bench.sv, a module with a clock around both
#   <block>.vlt          registers of the back door
#   <block>_coverage.*   functional coverage in C++ and SystemVerilog (common/coverage.py)
#   blocks.md            table of the blocks
set(TIN_GENERATED ${CMAKE_CURRENT_BINARY_DIR}/generated)
set(TIN_GENERATED ${TIN_GENERATED} PARENT_SCOPE)
find_program(TINSIM_PYTHON3 python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(TINSIM_PYTHON3 python3 REQUIRED)

set(includes)
set(lists)
set(shapes)
set(files)
set(TIN_CHECKER_FILES)
foreach(block IN LISTS TIN_BLOCKS)
  string(APPEND includes "#include \"rtl_models/${block}/${block}.h\"\n")
  foreach(shape IN LISTS TIN_${block}_SHAPES)
    list(APPEND shapes ${shape})
    list(APPEND files ${TIN_GENERATED}/${shape}.json)
    set(model "${TIN_${block}_CLASS}${TIN_${shape}_ARGUMENTS}")
    list(TRANSFORM TIN_${shape}_PARAMS REPLACE "(.+)=(.+)" "\\\\\"\\1\\\\\": \\2"
         OUTPUT_VARIABLE parameters)
    list(JOIN parameters ", " parameters)
    string(APPEND lists "  good &= write(folder + \"/${shape}.json\",\n"
           "    port_list<${model}>(\"${block}\", \"${model}\",\n      \"${parameters}\"));\n")
  endforeach()
  set(link bind)
  if(TIN_${block}_PART)
    set(link bench)
  endif()
  foreach(kind checker if ${link})
    list(APPEND TIN_CHECKER_FILES ${TIN_GENERATED}/${block}_${kind}.sv)
  endforeach()
  if(TIN_${block}_BACK_DOOR)
    list(APPEND files ${TIN_GENERATED}/${block}.vlt)
  endif()
endforeach()
list(APPEND files ${TIN_CHECKER_FILES})
set(TIN_CHECKER_FILES ${TIN_CHECKER_FILES} PARENT_SCOPE)

# The table of the blocks.
set(rows)
foreach(block IN LISTS TIN_BLOCKS)
  set(cycles 0)
  set(parameters)
  foreach(shape IN LISTS TIN_${block}_SHAPES)
    math(EXPR cycles "${cycles} + ${TIN_${shape}_CYCLES}")
    list(JOIN TIN_${shape}_PARAMS " " params)
    list(APPEND parameters "${params}")
  endforeach()
  list(JOIN parameters ", " parameters)
  file(STRINGS ${block}/mutants.cmake mutants REGEX "^(wide_|chosen_)?mutant\\(")
  list(LENGTH mutants mutants)
  string(APPEND rows "| ${block} | ${parameters} | ${cycles} | ${mutants} |\n")
endforeach()
file(CONFIGURE OUTPUT ${TIN_GENERATED}/blocks.md @ONLY CONTENT
"| block | shapes | cycles in lockstep | mutants |
|---|---|---|---|
@rows@")

configure_file(common/port_lists.cpp.in ${TIN_GENERATED}/port_lists.cpp @ONLY)
add_executable(tinsim_port_lists ${TIN_GENERATED}/port_lists.cpp)
target_link_libraries(tinsim_port_lists PRIVATE tinsim_options fmt::fmt)
add_custom_command(OUTPUT ${files}
  COMMAND tinsim_port_lists ${TIN_GENERATED}
  COMMAND ${TINSIM_PYTHON3} ${CMAKE_CURRENT_SOURCE_DIR}/common/checker.py ${TIN_GENERATED} ${shapes}
  DEPENDS tinsim_port_lists ${CMAKE_CURRENT_SOURCE_DIR}/common/checker.py
  COMMENT "Writing port lists and golden checkers" VERBATIM)
add_custom_target(tinsim_generated ALL DEPENDS ${files})

# Functional coverage, from the list of each block and the ports of its first shape.
set(writers ${CMAKE_CURRENT_SOURCE_DIR}/common/coverage.py ${CMAKE_CURRENT_SOURCE_DIR}/common/coverage_expressions.py)
set(files)
foreach(block IN LISTS TIN_BLOCKS)
  list(GET TIN_${block}_SHAPES 0 shape)
  set(sources ${CMAKE_CURRENT_SOURCE_DIR}/${block}/coverage.toml ${CMAKE_CURRENT_SOURCE_DIR}/${block}/${block}.sv)
  set(written ${TIN_GENERATED}/${block}_coverage.h ${TIN_GENERATED}/${block}_coverage.sv)
  if(NOT TIN_${block}_PART)
    list(APPEND written ${TIN_GENERATED}/${block}_coverage_bind.sv)
  endif()
  add_custom_command(OUTPUT ${written}
    COMMAND ${TINSIM_PYTHON3} -B ${CMAKE_CURRENT_SOURCE_DIR}/common/coverage.py ${TIN_GENERATED} ${block}
            ${TIN_${block}_CLASS} ${TIN_GENERATED}/${shape}.json ${sources} ${TIN_${block}_PARAMETERS}
    DEPENDS ${writers} ${sources} ${TIN_GENERATED}/${shape}.json
    COMMENT "Writing functional coverage of ${block}" VERBATIM)
  list(APPEND files ${written})
endforeach()
add_custom_target(tinsim_coverage ALL DEPENDS ${files})
