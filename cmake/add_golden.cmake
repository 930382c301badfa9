# SPDX-License-Identifier: Apache-2.0
# tinsim_add_golden(): libtinsim_golden in shapes of a user. Part of the installed package.
#
# tinsim_add_golden(NAME <library> SHAPES "<block> [<Name>=<n>...]"...)
#
# Makes lib<library>.so, with the functions of tinsim_golden.h and these shapes alone, any that the models allow.
# docs/guide/golden.md describes it.
include(${CMAKE_CURRENT_LIST_DIR}/block_shape.cmake)
set(TINSIM_GOLDEN_SOURCES ${CMAKE_CURRENT_LIST_DIR}/golden)

# tinsim_golden_entry(<out> <folder> <n> <entry of SHAPES>): writes the source of one shape.
function(tinsim_golden_entry out folder n entry)
  separate_arguments(words UNIX_COMMAND "${entry}")
  list(POP_FRONT words block)
  tinsim_block_shape("tinsim_add_golden(${G_NAME})" ${block} ${words})
  list(JOIN values "," parameters)
  set(class ${TINSIM_DUT_${block}_CLASS})
  set(source ${folder}/shape_${n}.cpp)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"// @block@ @parameters@ behind the C ABI; written by tinsim_add_golden(@G_NAME@).
@includes@#include \"rtl_models/golden/golden_model.h\"

@instance@namespace tinsim {
extern const GoldenShapeEntry golden_shape_@n@;
const GoldenShapeEntry golden_shape_@n@ = {\"@block@\", \"@parameters@\",
                                           make_golden<@class@@arguments@>};
}  // namespace tinsim
")
  set(${out} ${source} PARENT_SCOPE)
endfunction()

# See the head of this file.
function(tinsim_add_golden)
  cmake_parse_arguments(G "" "NAME" "SHAPES" ${ARGN})
  if(NOT "${G_NAME}" MATCHES "^[A-Za-z][A-Za-z0-9_]*$")
    message(FATAL_ERROR "tinsim_add_golden: NAME '${G_NAME}': expected letters, digits and underscores.")
  endif()
  if(NOT G_SHAPES OR G_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "tinsim_add_golden(${G_NAME}): '${G_UNPARSED_ARGUMENTS}'; expected SHAPES with at least one "
                        "\"<block> [<Name>=<n>...]\".")
  endif()
  if(TARGET ${G_NAME})
    message(FATAL_ERROR "tinsim_add_golden(${G_NAME}): the project has a target ${G_NAME} already; expected another NAME.")
  endif()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${G_NAME}_golden)
  set(sources)
  set(declarations)
  set(names)
  set(n 0)
  foreach(entry IN LISTS G_SHAPES)
    tinsim_golden_entry(source ${folder} ${n} "${entry}")
    list(APPEND sources ${source})
    string(APPEND declarations "extern const GoldenShapeEntry golden_shape_${n};\n")
    string(APPEND names "golden_shape_${n}, ")
    math(EXPR n "${n} + 1")
  endforeach()
  file(CONFIGURE OUTPUT ${folder}/shapes.cpp @ONLY CONTENT
"// All shapes of tinsim_add_golden(@G_NAME@).
#include \"rtl_models/golden/golden_model.h\"

namespace tinsim {
@declarations@
const std::vector<GoldenShapeEntry>& golden_shapes() {
  static const std::vector<GoldenShapeEntry> all = {@names@};
  return all;
}
}  // namespace tinsim
")
  set(map ${TINSIM_GOLDEN_SOURCES}/golden.map)
  add_library(${G_NAME} SHARED ${sources} ${folder}/shapes.cpp ${TINSIM_GOLDEN_SOURCES}/golden.cpp
                               ${TINSIM_GOLDEN_SOURCES}/golden_create.cpp
                               ${TINSIM_GOLDEN_SOURCES}/golden_difference.cpp)
  set_target_properties(${G_NAME} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
                                             LINK_DEPENDS ${map})
  target_compile_definitions(${G_NAME} PRIVATE TINSIM_VERSION="${tinsim_VERSION}")
  target_compile_options(${G_NAME} PRIVATE -O2)
  target_link_options(${G_NAME} PRIVATE LINKER:--version-script=${map})
  target_link_libraries(${G_NAME} PRIVATE tinsim::blocks)
  target_include_directories(${G_NAME} INTERFACE ${TINSIM_GOLDEN_INCLUDE})
endfunction()
