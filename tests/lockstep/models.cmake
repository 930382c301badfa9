# SPDX-License-Identifier: Apache-2.0
# Do RTL and C++ agree? And would the lockstep notice if they did not?

# Soak runs multiply the cycles, so the time limit is generous.
function(lockstep_test name)
  tinsim_test(lockstep ${name} TIMEOUT 10800 ${ARGN})
  target_link_libraries(lockstep_${name} PRIVATE tinsim_verilated_ports)
endfunction()

# mutant_tests(<block> <class> <shape> [<cycles>]): one test per mutant found among the sources of
# tinsim_rtl_mutants: none can be forgotten. <cycles> between resets as in the block's lockstep, where
# it asks for its own.
function(mutant_tests block class shape)
  set(resets)
  if(ARGN)
    set(resets ", 4, ${ARGN}")
  endif()
  get_target_property(sources tinsim_rtl_mutants SOURCES)
  string(REGEX MATCHALL "/V${block}_m[0-9]+__ALL" mutants "${sources}")
  if(NOT mutants)
    message(FATAL_ERROR "no mutant of ${block}: nothing shows that its lockstep can fail")
  endif()
  set(mutant_includes)
  set(mutant_tests)
  foreach(mutant ${mutants})
    string(REGEX REPLACE "/(V.*)__ALL" "\\1" mutant ${mutant})
    string(APPEND mutant_includes "#include \"${mutant}.h\"\n")
    string(APPEND mutant_tests "\nTEST(MutantLockstep, ${mutant}) {\n"
           "  expect_caught<Model, ${mutant}, Stimulus>({\"${mutant}\", 1000000${resets}});\n}\n")
  endforeach()
  configure_file(${CMAKE_CURRENT_LIST_DIR}/mutants_lockstep.cpp.in ${block}_mutants.cpp @ONLY)
  lockstep_test(${block}_mutants SOURCES ${CMAKE_CURRENT_BINARY_DIR}/${block}_mutants.cpp
                LIBS tinsim_blocks tinsim_rtl_mutants SHORT)
endfunction()

if(TARGET tinsim_rtl)
  foreach(block cell_header_codec credit_counter vc_fifo islip_arbiter crossbar output_queue
                cell_switch ordered_set_codec pcs_tx pcs_rx rs_fec_encoder rs_fec_decoder
                link_chain)
    lockstep_test(${block} SOURCES ${CMAKE_CURRENT_LIST_DIR}/${block}_lockstep.cpp
                  LIBS tinsim_blocks tinsim_rtl)
  endforeach()
  lockstep_test(rules SOURCES ${CMAKE_CURRENT_LIST_DIR}/rules_lockstep.cpp
                              ${CMAKE_CURRENT_LIST_DIR}/rules_link_lockstep.cpp
                LIBS tinsim_blocks tinsim_rtl)
  mutant_tests(cell_header_codec CellHeaderCodec "")
  mutant_tests(credit_counter CreditCounter "<4>")
  mutant_tests(vc_fifo VcFifo "<4, 64>")
  mutant_tests(islip_arbiter IslipArbiter "<4, 4>")
  mutant_tests(crossbar Crossbar "<4>")
  mutant_tests(output_queue OutputQueue "<4>")
  mutant_tests(cell_switch CellSwitch "<4, 4, 64>")
  mutant_tests(ordered_set_codec OrderedSetCodec "")
  mutant_tests(pcs_tx PcsTx "")
  mutant_tests(pcs_rx PcsRx "")
  mutant_tests(rs_fec_encoder RsFecEncoder "")
  mutant_tests(rs_fec_decoder RsFecDecoder "")
else()
  tinsim_test(lockstep skipped SOURCES ${CMAKE_CURRENT_LIST_DIR}/skipped_lockstep.cpp)
endif()
