# SPDX-License-Identifier: Apache-2.0
# Do RTL and C++ of 1RMA agree? Uses the functions of models.cmake.
if(TARGET tinsim_rtl)
  foreach(block command_slots region_table solicitation request_codec response_segmenter
                timeout_wheel rma_rules)
    lockstep_test(${block} SOURCES ${CMAKE_CURRENT_LIST_DIR}/${block}_lockstep.cpp
                  LIBS tinsim_blocks tinsim_rtl)
  endforeach()
  lockstep_test(rma_long_waits SOURCES ${CMAKE_CURRENT_LIST_DIR}/rma_long_waits_lockstep.cpp
                LIBS tinsim_blocks tinsim_rtl tinsim_rtl_mutants)
  mutant_tests(command_slots CommandSlots "<8>")
  mutant_tests(region_table RegionTable "<16>")
  mutant_tests(solicitation Solicitation "<4>")
  mutant_tests(request_codec RequestCodec "")
  mutant_tests(response_segmenter ResponseSegmenter "<4>")
  mutant_tests(timeout_wheel TimeoutWheel "<8>")
endif()
