# SPDX-License-Identifier: Apache-2.0
# Do RTL and C++ of the IP path agree? Uses the functions of models.cmake.
if(TARGET tinsim_rtl)
  foreach(block ip_lookup cellifier cts_scheduler reassembly_buffer reorder_queue ecn_ctd ip_rules)
    lockstep_test(${block} SOURCES ${CMAKE_CURRENT_LIST_DIR}/${block}_lockstep.cpp
                  LIBS tinsim_blocks tinsim_rtl)
  endforeach()
  mutant_tests(ip_lookup IpLookup "<64, 64>")
  mutant_tests(cellifier Cellifier "")
  mutant_tests(cts_scheduler CtsScheduler "")
  mutant_tests(reassembly_buffer ReassemblyBuffer "<4, 20>" 250000)
  mutant_tests(reorder_queue ReorderQueue "<16>")
  mutant_tests(ecn_ctd EcnCtd "" 30000)
endif()
