# SPDX-License-Identifier: Apache-2.0
# Do RTL and C++ of each block agree? And would the lockstep detect a difference? The tests of a block are
# made from its row in rtl_models/blocks.cmake.

# Soak runs multiply the cycles, so the time limit is generous.
function(lockstep_test name)
  tinsim_test(lockstep ${name} TIMEOUT 10800 ${ARGN})
  target_link_libraries(lockstep_${name} PRIVATE tinsim_verilated_ports tinsim_replay)
endfunction()

# block_lockstep(<block>): one test per shape.
function(block_lockstep block)
  set(class ${TIN_${block}_CLASS})
  set(includes)
  set(tests)
  set(collector ", ${class}Coverage")
  foreach(shape IN LISTS TIN_${block}_SHAPES)
    set(arguments "${TIN_${shape}_ARGUMENTS}")
    list(JOIN TIN_${shape}_PARAMS "," parameters)
    set(covered)
    if(collector)
      set(covered "${collector}${arguments}")
      set(collector)
    endif()
    string(APPEND includes "#include \"V${shape}.h\"\n")
    string(APPEND tests "\nTEST(${class}Lockstep, ${TIN_${shape}_TEST}) {\n"
           "  expect_lockstep<${class}${arguments}, V${shape}, ${class}Stimulus${arguments}${covered}>(\n"
           "      {\"V${shape}\", ${TIN_${shape}_CYCLES}, 4, ${TIN_${shape}_RESET_EVERY},\n"
           "       \"${block}\", \"${parameters}\"});\n}\n")
  endforeach()
  configure_file(${CMAKE_CURRENT_LIST_DIR}/block_lockstep.cpp.in ${block}.cpp @ONLY)
  lockstep_test(${block} SOURCES ${CMAKE_CURRENT_BINARY_DIR}/${block}.cpp
                LIBS tinsim_blocks tinsim_rtl)
  target_include_directories(lockstep_${block} PRIVATE ${TIN_GENERATED})
  add_dependencies(lockstep_${block} tinsim_coverage)
endfunction()

# mutant_tests(<block> <shape> [WIDE]): one test per mutant found among the sources of
# tinsim_rtl_mutants, so that none can be dropped. WIDE: those made by wide_mutant(). Half of a
# million cycles have to be enough for each seed. Sets `mutants` for the caller.
function(mutant_tests block shape)
  cmake_parse_arguments(T "WIDE" "" "" ${ARGN})
  set(kind)
  set(name ${block}_mutants)
  if(T_WIDE)
    set(kind wide)
    set(name ${block}_wide_mutants)
  endif()
  get_target_property(sources tinsim_rtl_mutants SOURCES)
  string(REGEX MATCHALL "/V${block}_m${kind}[0-9]+__ALL" mutants "${sources}")
  set(mutants "${mutants}" PARENT_SCOPE)
  if(NOT mutants)
    return()
  endif()
  set(class ${TIN_${block}_CLASS})
  set(arguments "${TIN_${shape}_ARGUMENTS}")
  set(mutant_includes)
  set(mutant_tests)
  foreach(mutant ${mutants})
    string(REGEX REPLACE "/(V.*)__ALL" "\\1" mutant ${mutant})
    string(APPEND mutant_includes "#include \"${mutant}.h\"\n")
    string(APPEND mutant_tests "\nTEST(MutantLockstep, ${mutant}) {\n"
           "  expect_caught<Model, ${mutant}, Stimulus>(\n"
           "      {\"${mutant}\", 500000, 4, ${TIN_${shape}_RESET_EVERY}});\n}\n")
  endforeach()
  configure_file(${CMAKE_CURRENT_LIST_DIR}/mutants_lockstep.cpp.in ${name}.cpp @ONLY)
  lockstep_test(${name} SOURCES ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp
                LIBS tinsim_blocks tinsim_rtl_mutants)
endfunction()

# chosen_mutant_tests(<block> <shape>): one test per chosen_mutant().
function(chosen_mutant_tests block shape)
  get_property(mutants GLOBAL PROPERTY TIN_CHOSEN_${block})
  if(NOT mutants)
    return()
  endif()
  set(class ${TIN_${block}_CLASS})
  set(arguments "${TIN_${shape}_ARGUMENTS}")
  set(plan "{\"V${block}_chosen\", 500000, 4, ${TIN_${shape}_RESET_EVERY}}")
  set(mutant_tests)
  foreach(k IN LISTS mutants)
    string(APPEND mutant_tests "\nTEST(MutantLockstep, V${block}_chosen_${k}) { expect_caught(${k}); }\n")
  endforeach()
  configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/chosen_mutants_lockstep.cpp.in
                 ${block}_chosen_mutants.cpp @ONLY)
  lockstep_test(${block}_chosen_mutants LIBS tinsim_blocks tinsim_rtl_mutants
                SOURCES ${CMAKE_CURRENT_BINARY_DIR}/${block}_chosen_mutants.cpp)
endfunction()

if(TARGET tinsim_rtl)
  foreach(block IN LISTS TIN_BLOCKS)
    block_lockstep(${block})
    list(GET TIN_${block}_SHAPES 0 shape)
    mutant_tests(${block} ${shape})
    if(NOT mutants)
      message(FATAL_ERROR "no mutant of ${block}: nothing shows that its lockstep can fail")
    endif()
    chosen_mutant_tests(${block} ${shape})
    list(LENGTH TIN_${block}_SHAPES shapes)
    if(shapes GREATER 1)
      list(GET TIN_${block}_SHAPES 1 shape)
      mutant_tests(${block} ${shape} WIDE)
    endif()
  endforeach()
  lockstep_test(rules LIBS tinsim_blocks tinsim_rtl
                SOURCES ${CMAKE_CURRENT_LIST_DIR}/rules_lockstep.cpp
                        ${CMAKE_CURRENT_LIST_DIR}/rules_link_lockstep.cpp
                        ${CMAKE_CURRENT_LIST_DIR}/rules_variant_lockstep.cpp)
  foreach(name link_chain ports back_door full_queues ip_rules rma_rules exanet_ecc exanet_rules)
    lockstep_test(${name} SOURCES ${CMAKE_CURRENT_LIST_DIR}/${name}_lockstep.cpp
                  LIBS tinsim_blocks tinsim_rtl)
  endforeach()
  lockstep_test(rma_long_waits SOURCES ${CMAKE_CURRENT_LIST_DIR}/rma_long_waits_lockstep.cpp
                LIBS tinsim_blocks tinsim_rtl tinsim_rtl_mutants)
else()
  set(suites)
  foreach(block IN LISTS TIN_BLOCKS)
    string(APPEND suites "TINSIM_SKIPPED(${TIN_${block}_CLASS}Lockstep)\n")
  endforeach()
  configure_file(${CMAKE_CURRENT_LIST_DIR}/skipped_lockstep.cpp.in skipped.cpp @ONLY)
  tinsim_test(lockstep skipped SOURCES ${CMAKE_CURRENT_BINARY_DIR}/skipped.cpp)
endif()
