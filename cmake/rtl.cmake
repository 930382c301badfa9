# SPDX-License-Identifier: Apache-2.0
# Verilating SystemVerilog. Everything goes to two static libraries, so that Verilator's run time is
# compiled once and its VM_* flags cannot diverge:
#   tinsim_rtl          the blocks
#   tinsim_rtl_mutants  blocks with one planted bug each, which the tests must catch
# Call the functions from one directory: CMake ties custom commands to the directory of their target.

option(TINSIM_TRACE_RTL "Verilate the SystemVerilog blocks with FST waveforms" OFF)

# Reset is asserted asynchronously, but straps are loaded, and assertions checked, with the clock.
set(TIN_VERILATOR_WARNINGS -Wall -Wno-SYNCASYNCNET)

# The run time is in tinsim_rtl; verilate() adds it to every target it meets.
set(TIN_VERILATED_RUNTIME "/verilated[a-z_]*[.]cpp$")

function(tin_rtl_library target)
  if(TARGET ${target})
    return()
  endif()
  add_library(${target} STATIC)
  # Generated code: always optimised, never instrumented, warnings are of no use. A planted bug shows after
  # few cycles, which -O1 serves best.
  set(optimise -O1)
  if(target STREQUAL tinsim_rtl)
    set(optimise -O2)
  endif()
  target_compile_options(${target} PRIVATE ${optimise} -fno-sanitize=all -fno-profile-arcs
                                           -fno-test-coverage)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  target_link_libraries(${target} PUBLIC Threads::Threads)
  target_include_directories(${target} SYSTEM PUBLIC
    ${CMAKE_CURRENT_BINARY_DIR}/${target} ${VERILATOR_ROOT}/include ${VERILATOR_ROOT}/include/vltstd)
  target_compile_definitions(${target} PRIVATE VM_COVERAGE=0 VM_SC=0 VM_TRACE_VCD=0)
  if(TINSIM_TRACE_RTL)
    target_compile_definitions(${target} PUBLIC VM_TRACE=1 VM_TRACE_FST=1)
    target_link_libraries(${target} PUBLIC ZLIB::ZLIB)
  else()
    target_compile_definitions(${target} PRIVATE VM_TRACE=0 VM_TRACE_FST=0)
  endif()
endfunction()

# tin_verilate_into(<target> PREFIX <class> TOP <module> SOURCES <file>... [PARAMS <Name>=<n>...]
#                   [ARGS <verilator argument>...] [WIDE] [PARTS <n>])
# The classes of one TOP compile together: their headers take longer than they do.
# PARTS: a class of many megabytes, which compiles in n files and, without optimisation, one of what
# runs once.
# WIDE: the block is large; compile its files one by one, so that several cores share them.
function(tin_verilate_into target)
  cmake_parse_arguments(V "WIDE" "PREFIX;TOP;PARTS" "SOURCES;PARAMS;ARGS" ${ARGN})
  tin_rtl_library(${target})
  list(TRANSFORM V_PARAMS PREPEND -G)
  # --unroll-count: loops over VCs are unrolled, loops over 50 ports are not: the code is small and fast.
  # --output-split-cfuncs: small functions, so that those common to all instances are merged.
  set(args --assert ${TIN_VERILATOR_WARNINGS} -O3 --x-assign fast --x-initial fast --unroll-count 40
           --output-split 20000 --output-split-cfuncs 100 ${V_PARAMS} ${V_ARGS})
  if(V_WIDE)
    tin_verilate_wide(${target} ${V_PREFIX} ${V_TOP} "${V_SOURCES}" "${args}")
    return()
  endif()

  if(TINSIM_TRACE_RTL)
    list(APPEND args --trace-fst)
  endif()
  # Not by verilate(): it runs Verilator while CMake configures, on one core, and has a folder per
  # class, through which the compiler would look for each header.
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target})
  set(script ${PROJECT_SOURCE_DIR}/cmake/verilate.cmake)
  set(all ${folder}/${V_PREFIX}__ALL.cpp)
  set(parts)
  set(split)
  if(V_PARTS)
    set(split -D PARTS=${V_PARTS})
    foreach(part RANGE 1 ${V_PARTS})
      list(APPEND parts ${folder}/${V_PREFIX}__ALL_${part}.cpp)
    endforeach()
  endif()
  add_custom_command(OUTPUT ${all} ${parts} BYPRODUCTS ${folder}/${V_PREFIX}.h
    COMMAND ${CMAKE_COMMAND} -D PREFIX=${V_PREFIX} -D FOLDER=${folder} ${split} -P ${script} --
            ${VERILATOR_BIN} ${args} --top ${V_TOP} ${V_SOURCES}
    DEPENDS ${script} ${V_SOURCES} DEPFILE ${folder}/${V_PREFIX}__ALL.d
    COMMENT "Verilating ${V_PREFIX}" VERBATIM)
  target_sources(${target} PRIVATE ${all} ${parts})
  if(V_PARTS)
    set_source_files_properties(${all} ${parts} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    set_source_files_properties(${all} PROPERTIES COMPILE_OPTIONS -O0)
    return()
  endif()
  if(NOT TINSIM_TRACE_RTL)  # with waveforms each class has file-local functions of the same names
    set_source_files_properties(${all} PROPERTIES UNITY_GROUP ${V_TOP})
  endif()
endfunction()

# For tin_verilate_into: a large block, by verilate().
function(tin_verilate_wide target prefix top sources args)
  set(trace)
  if(TINSIM_TRACE_RTL)
    set(trace TRACE_FST)
  endif()
  verilate(${target} PREFIX ${prefix} TOP_MODULE ${top} SOURCES ${sources} ${trace}
           VERILATOR_ARGS ${args})
  get_target_property(all ${target} SOURCES)
  # Constructors and the first settling run once.
  set(once ${all})
  list(FILTER once INCLUDE REGEX "/${prefix}[.]dir/.*__(Slow|Syms)[.]cpp$")
  set_source_files_properties(${once} PROPERTIES COMPILE_OPTIONS -O0)
  if(NOT target STREQUAL tinsim_rtl)
    list(FILTER all EXCLUDE REGEX "${TIN_VERILATED_RUNTIME}")
    set_property(TARGET ${target} PROPERTY SOURCES ${all})
  endif()
  get_target_property(includes ${target} INTERFACE_INCLUDE_DIRECTORIES)
  set_target_properties(${target} PROPERTIES INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${includes}")
endfunction()

# tin_verilate(PREFIX ... TOP ... SOURCES ... PARAMS ...): adds class PREFIX to tinsim_rtl.
function(tin_verilate)
  tin_verilate_into(tinsim_rtl ${ARGN})
endfunction()

# tin_mutant(<block> <k> <text> <replacement> SOURCES <file>... [PARAMS ...] [FILE <module>])
# Adds class V<block>_m<k> to tinsim_rtl_mutants: <block> with <text> replaced, in <module>.sv of its
# folder if that is another. The text must occur exactly once, so that a change of the block cannot
# silently turn the mutant into the original.
function(tin_mutant block k text replacement)
  cmake_parse_arguments(M "" "FILE" "SOURCES;PARAMS" ${ARGN})
  if(NOT M_FILE)
    set(M_FILE ${block})
  endif()
  set(original ${CMAKE_CURRENT_SOURCE_DIR}/${block}/${M_FILE}.sv)
  set(mutated ${CMAKE_CURRENT_BINARY_DIR}/mutants/${block}_m${k}/${M_FILE}.sv)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${original})

  file(READ ${original} content)
  string(FIND "${content}" "${text}" first)
  string(FIND "${content}" "${text}" last REVERSE)
  if(first EQUAL -1 OR NOT first EQUAL last)
    message(FATAL_ERROR "Mutant ${block}_m${k}: this text must occur exactly once in "
                        "${original}:\n${text}")
  endif()
  string(REPLACE "${text}" "${replacement}" content "${content}")
  set(previous)
  if(EXISTS ${mutated})
    file(READ ${mutated} previous)
  endif()
  if(NOT content STREQUAL previous)
    file(WRITE ${mutated} "${content}")
  endif()

  list(REMOVE_ITEM M_SOURCES ${original})
  tin_verilate_into(tinsim_rtl_mutants PREFIX V${block}_m${k} TOP ${block}
    SOURCES ${M_SOURCES} ${mutated} PARAMS ${M_PARAMS} ARGS -Wno-lint)
  target_link_libraries(tinsim_rtl_mutants PUBLIC tinsim_rtl)
endfunction()

# tin_chosen_mutant(<block> <k> <expression> <replacement> [AFTER <text>] [FILE <module>])
# One of several bugs in one class, V<block>_chosen, of which the bench chooses one by the register
# chosen_mutant: a large block compiles once. The expression, with the text before it, occurs exactly once.
# tin_chosen_mutants(<block> SOURCES <file>... [PARAMS ...]) adds the class, if there are any.
function(tin_chosen_mutant block k text replacement)
  cmake_parse_arguments(M "" "AFTER;FILE" "" ${ARGN})
  if(NOT M_FILE)
    set(M_FILE ${block})
  endif()
  set(original ${CMAKE_CURRENT_SOURCE_DIR}/${block}/${M_FILE}.sv)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${original})
  get_property(content GLOBAL PROPERTY TIN_CHOSEN_${block}_${M_FILE})
  if(NOT content)
    file(READ ${original} content)
    set_property(GLOBAL APPEND PROPERTY TIN_CHOSEN_FILES_${block} ${M_FILE})
  endif()
  string(FIND "${content}" "${M_AFTER}${text}" first)
  string(FIND "${content}" "${M_AFTER}${text}" last REVERSE)
  if(first EQUAL -1 OR NOT first EQUAL last)
    message(FATAL_ERROR "Chosen mutant ${k} of ${block}: this text must occur exactly once in "
                        "${original}:\n${M_AFTER}${text}")
  endif()
  string(REPLACE "${M_AFTER}${text}"
         "${M_AFTER}(chosen_pkg::chosen_mutant == 8'd${k} ? (${replacement}) : (${text}))"
         content "${content}")
  set_property(GLOBAL PROPERTY TIN_CHOSEN_${block}_${M_FILE} "${content}")
  set_property(GLOBAL APPEND PROPERTY TIN_CHOSEN_${block} ${k})
endfunction()

function(tin_chosen_mutants block)
  cmake_parse_arguments(M "" "" "SOURCES;PARAMS" ${ARGN})
  get_property(files GLOBAL PROPERTY TIN_CHOSEN_FILES_${block})
  if(NOT files)
    return()
  endif()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/mutants/${block}_chosen)
  file(CONFIGURE OUTPUT ${folder}/chosen_pkg.sv @ONLY CONTENT
"/// The planted bug that a bench has chosen, 0: none.
package chosen_pkg;
  logic [7:0] chosen_mutant;
endpackage
")
  file(CONFIGURE OUTPUT ${folder}/chosen.vlt @ONLY CONTENT
"`verilator_config
public_flat_rw -module \"chosen_pkg\" -var \"chosen_mutant\"
")
  set(changed)
  foreach(file IN LISTS files)
    get_property(content GLOBAL PROPERTY TIN_CHOSEN_${block}_${file})
    file(CONFIGURE OUTPUT ${folder}/${file}.sv @ONLY CONTENT "${content}")
    list(REMOVE_ITEM M_SOURCES ${CMAKE_CURRENT_SOURCE_DIR}/${block}/${file}.sv)
    list(APPEND changed ${folder}/${file}.sv)
  endforeach()
  tin_verilate_into(tinsim_rtl_mutants PREFIX V${block}_chosen TOP ${block}
    SOURCES ${folder}/chosen.vlt ${folder}/chosen_pkg.sv ${M_SOURCES} ${changed}
    PARAMS ${M_PARAMS} ARGS -Wno-lint)
  target_link_libraries(tinsim_rtl_mutants PUBLIC tinsim_rtl)
endfunction()

# tin_lint(<name> TOP <module> SOURCES <file>... [PARAMS ...]): test lint/<name>, all warnings fatal.
function(tin_lint name)
  cmake_parse_arguments(L "" "TOP" "SOURCES;PARAMS" ${ARGN})
  list(TRANSFORM L_PARAMS PREPEND -G)
  add_test(NAME lint/${name}
    COMMAND ${VERILATOR_BIN} --lint-only ${TIN_VERILATOR_WARNINGS} --assert
            --top ${L_TOP} ${L_PARAMS} ${L_SOURCES})
  set_tests_properties(lint/${name} PROPERTIES LABELS lint TIMEOUT 120)
endfunction()
