# SPDX-License-Identifier: Apache-2.0
# Files generated from the ports of each block, in the build tree below rtl_models/generated/:
#   <shape>.json         port list: names, directions, widths, dimensions (common/port_list.h)
#   <shape>_checker.sv   golden checker (common/checker.py)
#   <shape>_bind.sv      its bind; for a part <shape>_bench.sv, a module with a clock around both
#   <block>.vlt          registers of the back door
#   <block>_dpi.cpp      DPI functions of the model in each shape (common/dpi.h)
#   blocks.md            table of the blocks
set(TIN_GENERATED ${CMAKE_CURRENT_BINARY_DIR}/generated)
set(TIN_GENERATED ${TIN_GENERATED} PARENT_SCOPE)
find_program(TINSIM_PYTHON3 python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(TINSIM_PYTHON3 python3 REQUIRED)

set(includes)
set(lists)
set(shapes)
set(files)
foreach(block IN LISTS TIN_BLOCKS)
  string(APPEND includes "#include \"rtl_models/${block}/${block}.h\"\n")
  set(dpi)
  foreach(shape IN LISTS TIN_${block}_SHAPES)
    list(APPEND shapes ${shape})
    set(link bind)
    if(TIN_${block}_PART)
      set(link bench)
    endif()
    foreach(file ${shape}.json ${shape}_checker.sv ${shape}_${link}.sv)
      list(APPEND files ${TIN_GENERATED}/${file})
    endforeach()
    set(model "${TIN_${block}_CLASS}${TIN_${shape}_ARGUMENTS}")
    list(TRANSFORM TIN_${shape}_PARAMS REPLACE "(.+)=(.+)" "\\\\\"\\1\\\\\": \\2"
         OUTPUT_VARIABLE parameters)
    list(JOIN parameters ", " parameters)
    string(APPEND lists "  good &= write(folder + \"/${shape}.json\",\n"
           "    port_list<${model}>(\"${block}\", \"${model}\",\n      \"${parameters}\"));\n")
    string(APPEND dpi "TIN_DPI(${shape}, tinsim::${model})\n")
  endforeach()
  if(TIN_${block}_BACK_DOOR)
    list(APPEND files ${TIN_GENERATED}/${block}.vlt)
  endif()
  file(CONFIGURE OUTPUT ${TIN_GENERATED}/${block}_dpi.cpp @ONLY CONTENT
"// SPDX-License-Identifier: Apache-2.0
// @block@ as a golden reference over DPI-C.
#include \"rtl_models/common/dpi.h\"
#include \"rtl_models/@block@/@block@.h\"

@dpi@")
endforeach()


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
