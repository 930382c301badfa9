# SPDX-License-Identifier: Apache-2.0
# Do RTL and C++ of what stands before the PCS agree? Uses the functions of models.cmake.
if(TARGET tinsim_rtl)
  foreach(block fc_sender tx_scheduler)
    lockstep_test(${block} SOURCES ${CMAKE_CURRENT_LIST_DIR}/${block}_lockstep.cpp
                  LIBS tinsim_blocks tinsim_rtl)
  endforeach()
  mutant_tests(fc_sender FcSender "<4>")
  mutant_tests(tx_scheduler TxScheduler "")
endif()
