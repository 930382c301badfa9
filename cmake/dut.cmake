# SPDX-License-Identifier: Apache-2.0
# tinsim_add_dut(): RTL of a user in lockstep with the model of a block. Part of the installed package.
#
# tinsim_add_dut(NAME <program> BLOCK <block> TOP <module> SOURCES <file>...
#   [PORTS <port>=<expression>...]  ports of the module, connected to ports of the block; equal names need no entry
#   [SHAPE <Name>=<n>...]           parameters of the block; its first shape without it
#   [PARAMETERS <Name>=<value>...]  parameters of the module
#   [LATENCY <n> | <output>=<n>...] cycles by which outputs of the module come later than those of the block
#   [FIX <input>=<n>...]            holds inputs of the block, or <input>[3], <input>[3:2], at a value, on both sides;
#                                   arrays element by element
#   [LINT <option>...]              Verilator's warnings; without it they are shown and are no errors
#   [OPTIONS <option>...]           further options of Verilator: +define+..., +incdir+...
#   [NETWORK])                      <program>.so is for `tinsim run --dut` too
#
# Makes the program <program>, whose --help lists its options, and <program>.so, for `tinsim replay --dut`.
# docs/guide/check_your_rtl.md describes all of it.
set(TINSIM_DUT_FOLDER ${CMAKE_CURRENT_LIST_DIR}/dut)
include(${CMAKE_CURRENT_LIST_DIR}/block_shape.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/dut_arguments.cmake)
find_program(TINSIM_VERILATOR NAMES verilator_bin verilator)
find_program(TINSIM_DUT_PYTHON3 python3)

# tinsim::replay, which other users of the package do not need.
macro(tinsim_dut_replay)
  if(NOT TARGET tinsim::replay)
    include(${TINSIM_DUT_FOLDER}/replay_finds.cmake)
    include(${TINSIM_DUT_FOLDER}/../replay.cmake)
  endif()
endmacro()

# Verilator's run time, once for all programs of a project.
function(tinsim_dut_runtime)
  if(TARGET tinsim_dut_runtime)
    return()
  endif()
  if(NOT TINSIM_VERILATOR OR NOT TINSIM_DUT_PYTHON3)
    tinsim_dut_error("Verilator >= 5.006 and python3 are needed; expected both in PATH.")
  endif()
  execute_process(COMMAND ${TINSIM_VERILATOR} --getenv VERILATOR_ROOT OUTPUT_VARIABLE root
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  find_path(TINSIM_VERILATOR_INCLUDE verilated.cpp HINTS ${root}/include /usr/share/verilator/include REQUIRED)
  set(include ${TINSIM_VERILATOR_INCLUDE})
  add_library(tinsim_dut_runtime STATIC ${include}/verilated.cpp ${include}/verilated_threads.cpp)
  target_include_directories(tinsim_dut_runtime SYSTEM PUBLIC ${include} ${include}/vltstd)
  target_compile_definitions(tinsim_dut_runtime PUBLIC VM_COVERAGE=0 VM_SC=0 VM_TRACE=0 VM_TRACE_FST=0 VM_TRACE_VCD=0)
  target_compile_features(tinsim_dut_runtime PUBLIC cxx_std_17)
  target_compile_options(tinsim_dut_runtime PRIVATE -O1 -w)
  set_target_properties(tinsim_dut_runtime PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(tinsim_dut_runtime PUBLIC -pthread)
endfunction()

# For the shape of D_BLOCK sets `model`, `stimulus`, `coverage`, `port_list`, `parameters`, `reset_every`, `includes`, `instance`.
function(tinsim_dut_shape folder)
  tinsim_block_shape("tinsim_add_dut(${D_NAME})" ${D_BLOCK} ${D_SHAPE})
  list(GET TINSIM_DUT_${D_BLOCK}_SHAPES 0 first)
  set(reset_every ${TINSIM_DUT_${first}_RESET_EVERY})
  list(JOIN values "," parameters)
  set(class ${TINSIM_DUT_${D_BLOCK}_CLASS})
  if(library_shape)
    set(port_list ${TINSIM_DUT_PORT_LISTS}/${library_shape}.json)
    if(NOT EXISTS ${port_list})
      tinsim_dut_error("${port_list} is missing; expected tinsim installed from a tree that `make build` has built.")
    endif()
  else()
    set(port_list ${folder}/${D_NAME}.json)
    set(DUT_MODEL "${class}${arguments}")
    set(DUT_BLOCK ${D_BLOCK})
    configure_file(${TINSIM_DUT_FOLDER}/dut_port_list.cpp.in ${folder}/port_list.cpp @ONLY)
    add_executable(${D_NAME}_port_list ${folder}/port_list.cpp)
    target_link_libraries(${D_NAME}_port_list PRIVATE tinsim::blocks)
    add_custom_command(OUTPUT ${port_list} COMMAND ${D_NAME}_port_list ${port_list} DEPENDS ${D_NAME}_port_list)
  endif()
  set(model "${class}${arguments}" PARENT_SCOPE)
  set(stimulus "${class}Stimulus${arguments}" PARENT_SCOPE)
  set(coverage "${class}Coverage${arguments}" PARENT_SCOPE)
  foreach(variable port_list parameters reset_every includes instance)
    set(${variable} "${${variable}}" PARENT_SCOPE)
  endforeach()
endfunction()

# Sets `fix`, the C++ statements of D_FIX, whose names and numbers wrap_dut.py checks.
function(tinsim_dut_fix)
  set(fix)
  foreach(entry IN LISTS D_FIX)
    if(NOT entry MATCHES "^([a-z][a-z0-9_]*)((\\[[0-9]+(:[0-9]+)?\\])*)=(0|[1-9][0-9]*|0x[0-9a-fA-F]+)$")
      tinsim_dut_error("FIX ${entry}: expected <input of ${D_BLOCK}>=<number>.")
    endif()
    set(input ${CMAKE_MATCH_1})
    set(slice "${CMAKE_MATCH_2}")
    set(value ${CMAKE_MATCH_5})
    string(REGEX REPLACE "\\[([0-9]+)\\]" "[\\1:\\1]" slice "${slice}")
    string(REGEX REPLACE "\\[([0-9]+):([0-9]+)\\]" "{\\1, \\2}, " slice "${slice}")
    string(APPEND fix "    fix_input(in.${input}, {${slice}}, ${value}u);\n")
  endforeach()
  set(fix "${fix}" PARENT_SCOPE)
endfunction()

# tinsim_dut_verilate(<folder>): the commands that put the module behind the block's ports and verilate it; sets `all`.
function(tinsim_dut_verilate folder)
  set(arguments)
  foreach(pair "port;${D_PORTS}" "parameter;${D_PARAMETERS}" "latency;${D_LATENCY}" "fix;${D_FIX}" "source;${sources}"
               "verilator-option;${D_OPTIONS}")
    list(POP_FRONT pair option)
    list(TRANSFORM pair PREPEND "--${option}=")
    list(APPEND arguments ${pair})
  endforeach()
  set(wrapper ${folder}/${D_NAME}_dut.sv)
  set(names ${folder}/${D_NAME}_ports.h)
  add_custom_command(OUTPUT ${wrapper} ${names}
    COMMAND ${TINSIM_DUT_PYTHON3} -B ${TINSIM_DUT_FOLDER}/wrap_dut.py --name ${D_NAME} --top ${D_TOP} --out ${folder}
            --port-list ${port_list} --verilator ${TINSIM_VERILATOR} ${arguments}
    DEPENDS ${sources} ${port_list} ${TINSIM_DUT_FOLDER}/wrap_dut.py ${TINSIM_DUT_FOLDER}/dut_ports.py
    COMMENT "Connecting ${D_TOP} to ${D_BLOCK}" VERBATIM)
  set(all ${folder}/V${D_NAME}__ALL.cpp)
  # Registers without reset start with random bits.
  add_custom_command(OUTPUT ${all} BYPRODUCTS ${folder}/V${D_NAME}.h
    COMMAND ${CMAKE_COMMAND} -D PREFIX=V${D_NAME} -D FOLDER=${folder} -P ${TINSIM_DUT_FOLDER}/verilate.cmake --
            ${TINSIM_VERILATOR} --assert -O3 --x-assign unique --x-initial unique ${D_LINT} ${D_OPTIONS}
            --top ${D_NAME}_dut ${sources} ${wrapper}
    DEPENDS ${sources} ${wrapper} ${TINSIM_DUT_FOLDER}/verilate.cmake DEPFILE ${folder}/V${D_NAME}__ALL.d
    COMMENT "Verilating ${D_TOP}" VERBATIM)
  set(all ${all} ${names})
  set(all ${all} PARENT_SCOPE)
endfunction()

# The shared object. Of its symbols only `tinsim_dut` is visible: Verilator's run time may be in the program too.
function(tinsim_dut_shared_object folder)
  set(DUT_EXPORT "replay_plugin<make_shape>")
  if(D_NETWORK)
    set(DUT_EXPORT "network_plugin<${model}, V${D_NAME}, make_shape>")
  endif()
  configure_file(${TINSIM_DUT_FOLDER}/dut_plugin.cpp.in ${folder}/plugin.cpp @ONLY)
  file(WRITE ${folder}/plugin.map "{ global: tinsim_dut; local: *; };\n")
  add_library(${D_NAME}_so MODULE ${folder}/plugin.cpp)
  set_target_properties(${D_NAME}_so PROPERTIES PREFIX "" OUTPUT_NAME ${D_NAME} CXX_VISIBILITY_PRESET hidden)
  target_compile_options(${D_NAME}_so PRIVATE -O2)
  target_link_options(${D_NAME}_so PRIVATE LINKER:--version-script=${folder}/plugin.map)
  target_link_libraries(${D_NAME}_so PRIVATE ${D_NAME}_rtl tinsim::replay)
endfunction()

# See the head of this file.
function(tinsim_add_dut)
  cmake_parse_arguments(PARSE_ARGV 0 D "" "NAME" "")
  set(n 0)
  while(n LESS ARGC)
    tinsim_dut_argument("${ARGV${n}}")
    math(EXPR n "${n} + 1")
  endwhile()
  tinsim_dut_arguments(${ARGN})
  tinsim_dut_runtime()
  tinsim_dut_replay()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${D_NAME}_dut)
  file(MAKE_DIRECTORY ${folder})
  tinsim_dut_shape(${folder})
  tinsim_dut_fix()
  tinsim_dut_verilate(${folder})

  set(DUT_NAME ${D_NAME})
  set(DUT_BLOCK ${D_BLOCK})
  set(DUT_TOP ${D_TOP})
  set(DUT_MODEL "${model}")
  set(DUT_STIMULUS "${stimulus}")
  set(DUT_COVERAGE "${coverage}")
  set(DUT_INCLUDES "${includes}")
  set(DUT_INSTANCE "${instance}")
  set(DUT_RESET_EVERY ${reset_every})
  set(DUT_HAS_STALLS ${TINSIM_DUT_${D_BLOCK}_HAS_STALLS})
  set(DUT_FIX "${fix}")
  set(DUT_PARAMETERS "${parameters}")
  configure_file(${TINSIM_DUT_FOLDER}/dut_main.cpp.in ${folder}/main.cpp @ONLY)
  add_library(${D_NAME}_rtl OBJECT ${all})
  set_target_properties(${D_NAME}_rtl PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden)
  target_compile_options(${D_NAME}_rtl PRIVATE -O2 -w)
  target_link_libraries(${D_NAME}_rtl PUBLIC tinsim_dut_runtime)
  target_include_directories(${D_NAME}_rtl SYSTEM PUBLIC ${folder})
  add_executable(${D_NAME} ${folder}/main.cpp)
  target_compile_options(${D_NAME} PRIVATE -O2)
  target_link_libraries(${D_NAME} PRIVATE ${D_NAME}_rtl tinsim::replay)
  tinsim_dut_shared_object(${folder})
endfunction()
