# SPDX-License-Identifier: Apache-2.0
# tin_block(): a row of rtl_models/blocks.cmake.
#
# tin_block(<block> <class>
#   [PARAMETERS <Name>...]  of the SystemVerilog, in the order of the class's template arguments
#   [SHAPES "<test> <value>... [CYCLES <n>] [RESET_EVERY <n>] [SUFFIX <s>] [WIDE]"...]
#   [NETWORK "<value>..."...] further shapes in which chips of a network have the block
#   [LINT "<value>..."...]  further shapes, which are linted only
#   [SCALING "<value>..."...]  further shapes, which `make synth` maps to gates: how the block scales
#   [PACKAGES <name>...]    packages besides tin_pkg: of rtl_models/common, or tin_registers_pkg
#   [PARTS <block>...]      blocks that the SystemVerilog instantiates
#   [PART]                  the block is combinational and has no clock
#   [BACK_DOOR]             the model has a Preset (rtl_models/README.md, "Back door")
#   [UNIT_TEST <name>])     tests/unit/<name>_test.cpp; <block> by default
#
# A shape has a value for each parameter. <test> is the name of its lockstep test, which compares
# CYCLES cycles (1000000) with a reset every RESET_EVERY cycles on average (5000). The first shape
# is also that of the mutants, the golden checker's test and the pin test. WIDE: its Verilated class
# is large and is compiled file by file. Without SHAPES there is one, "OnlyShape".
#
# A shape is named <block>_<suffix>, where the suffix is its first value unless SUFFIX is given, or
# <block> if there are no parameters; V<shape> is its Verilated class. A row defines
#   TIN_BLOCKS           all blocks so far
#   TIN_MODELS           blocks without SystemVerilog, which are models with unit tests until it is there
#   TIN_<block>_<KEY>    CLASS, PARAMETERS, SHAPES (names), LINT, SCALING, PACKAGES, PARTS, PART, BACK_DOOR,
#                        UNIT_TEST, ALL_SHAPES (SHAPES and NETWORK)
#   TIN_<shape>_<KEY>    TEST, ARGUMENTS ("<4, 64>"), PARAMS ("NumVcs=4;MaxWords=64"), CYCLES,
#                        RESET_EVERY, WIDE
set(TIN_BLOCKS)
set(TIN_MODELS)
# No parts of a chip: whole switches (`tin.impl`), and the blocks of an ExaNet chip.
set(TIN_APART cell_switch variant_switch tin_switch exanet_header_ecc exanet_dor_stage exanet_vct_gate exanet_router
    exanet_apelink_framer exanet_credit_manager)

# Of these, the routers of other chips, which `exanet.impl` chooses.
set(TIN_NODE_ROUTERS exanet_router)

# tin_parameters(<out> <block> <value>...): "<name>=<value>" for each parameter of the block.
function(tin_parameters out block)
  list(LENGTH ARGN given)
  list(LENGTH TIN_${block}_PARAMETERS wanted)
  if(NOT given EQUAL wanted)
    message(FATAL_ERROR "blocks.cmake: ${block} has parameters '${TIN_${block}_PARAMETERS}', but a "
                        "shape has values '${ARGN}'; expected one value for each.")
  endif()
  set(params)
  foreach(name value IN ZIP_LISTS TIN_${block}_PARAMETERS ARGN)
    list(APPEND params ${name}=${value})
  endforeach()
  set(${out} ${params} PARENT_SCOPE)
endfunction()

# tin_shape(<block> <entry of SHAPES>)
function(tin_shape block entry)
  separate_arguments(words UNIX_COMMAND "${entry}")
  cmake_parse_arguments(S "WIDE" "CYCLES;RESET_EVERY;SUFFIX" "" ${words})
  list(POP_FRONT S_UNPARSED_ARGUMENTS test)
  set(values ${S_UNPARSED_ARGUMENTS})
  tin_parameters(params ${block} ${values})
  set(shape ${block})
  set(arguments)
  if(values)
    if(NOT S_SUFFIX)
      list(GET values 0 S_SUFFIX)
    endif()
    string(APPEND shape _${S_SUFFIX})
    list(JOIN values ", " arguments)
    set(arguments "<${arguments}>")
  endif()
  if(NOT S_CYCLES)
    set(S_CYCLES 1000000)
  endif()
  if(NOT S_RESET_EVERY)
    set(S_RESET_EVERY 5000)
  endif()
  set(TIN_${shape}_TEST ${test} PARENT_SCOPE)
  set(TIN_${shape}_ARGUMENTS "${arguments}" PARENT_SCOPE)
  set(TIN_${shape}_PARAMS "${params}" PARENT_SCOPE)
  set(TIN_${shape}_CYCLES ${S_CYCLES} PARENT_SCOPE)
  set(TIN_${shape}_RESET_EVERY ${S_RESET_EVERY} PARENT_SCOPE)
  set(TIN_${shape}_WIDE ${S_WIDE} PARENT_SCOPE)
  set(TIN_${block}_SHAPES ${TIN_${block}_SHAPES} ${shape} PARENT_SCOPE)
endfunction()

# See the head of this file. A macro, so that the row's variables are those of the caller.
macro(tin_block block class)
  cmake_parse_arguments(TIN_${block} "PART;BACK_DOOR" "UNIT_TEST"
                        "PARAMETERS;SHAPES;NETWORK;LINT;SCALING;PACKAGES;PARTS" ${ARGN})
  if(EXISTS ${PROJECT_SOURCE_DIR}/rtl_models/${block}/${block}.sv)
    list(APPEND TIN_BLOCKS ${block})
  else()
    list(APPEND TIN_MODELS ${block})
  endif()
  set(TIN_${block}_CLASS ${class})
  if(NOT TIN_${block}_UNIT_TEST)
    set(TIN_${block}_UNIT_TEST ${block})
  endif()
  set(tin_entries "${TIN_${block}_SHAPES}")
  if(NOT tin_entries)
    set(tin_entries OnlyShape)
  endif()
  set(TIN_${block}_SHAPES)
  foreach(tin_entry IN LISTS tin_entries)
    tin_shape(${block} "${tin_entry}")
  endforeach()
  set(tin_tested ${TIN_${block}_SHAPES})
  foreach(tin_entry IN LISTS TIN_${block}_NETWORK)
    tin_shape(${block} "NotTested ${tin_entry}")
  endforeach()
  set(TIN_${block}_ALL_SHAPES ${TIN_${block}_SHAPES})
  set(TIN_${block}_SHAPES ${tin_tested})
endmacro()

# tin_check_blocks(): each folder below rtl_models/ with SystemVerilog of its own name has a row, and
# block_choices.h names the blocks of the rows.
function(tin_check_blocks)
  file(GLOB sources CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/rtl_models
       ${PROJECT_SOURCE_DIR}/rtl_models/*/*.sv)
  foreach(source IN LISTS sources)
    get_filename_component(block ${source} NAME_WE)
    if(source STREQUAL "${block}/${block}.sv" AND NOT block IN_LIST TIN_BLOCKS)
      message(FATAL_ERROR "rtl_models/${source}: expected a row '${block}' in blocks.cmake.")
    endif()
  endforeach()
  set(choices ${PROJECT_SOURCE_DIR}/rtl_models/common/block_choices.h)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${choices})
  file(READ ${choices} text)
  string(REGEX MATCH "define TIN_BLOCK_NAMES[^#]*\n\n" text "${text}")
  foreach(block IN LISTS TIN_BLOCKS)
    if(NOT block IN_LIST TIN_APART AND NOT text MATCHES "[ ,]${block}[ ,\n]")
      message(FATAL_ERROR "${choices}: expected ${block} in TIN_BLOCK_NAMES.")
    endif()
  endforeach()
endfunction()
