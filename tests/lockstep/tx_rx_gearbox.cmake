# SPDX-License-Identifier: Apache-2.0
# Do RTL and C++ of the gearboxes agree? Uses the functions of models.cmake.
if(TARGET tinsim_rtl)
  foreach(block tx_gearbox rx_gearbox)
    lockstep_test(${block} SOURCES ${CMAKE_CURRENT_LIST_DIR}/${block}_lockstep.cpp
                  LIBS tinsim_blocks tinsim_rtl)
  endforeach()
  mutant_tests(tx_gearbox TxGearbox "")
  mutant_tests(rx_gearbox RxGearbox "")
endif()
