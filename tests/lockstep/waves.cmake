# SPDX-License-Identifier: Apache-2.0
# Waves of RTL; waves made from events against pins.
if(TARGET tinsim_fst)
  tinsim_test(lockstep switch_waves SOURCES ${CMAKE_CURRENT_LIST_DIR}/switch_waves_lockstep.cpp
              LIBS tinsim_looped_switch tinsim_blocks tinsim_trace tinsim_vcd_reader)
  if(TARGET tinsim_rtl)
    tinsim_test(lockstep waves SOURCES ${CMAKE_CURRENT_LIST_DIR}/waves_lockstep.cpp
                LIBS tinsim_blocks tinsim_rtl tinsim_waves tinsim_vcd_reader)
  endif()
endif()
