# SPDX-License-Identifier: Apache-2.0
# Do RTL and C++ of what stands behind the receive PCS agree? Uses the functions of models.cmake.
if(TARGET tinsim_rtl)
  foreach(block link_rx fc_receiver link_state latency_meter)
    lockstep_test(${block} SOURCES ${CMAKE_CURRENT_LIST_DIR}/${block}_lockstep.cpp
                  LIBS tinsim_blocks tinsim_rtl)
  endforeach()
  mutant_tests(link_rx LinkRx "<4>")
  mutant_tests(fc_receiver FcReceiver "<4>")
  mutant_tests(link_state LinkState "")
  mutant_tests(latency_meter LatencyMeter "")
endif()
