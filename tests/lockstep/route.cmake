# SPDX-License-Identifier: Apache-2.0
# Do RTL and C++ of what chooses a port agree? Uses the functions of models.cmake.
if(TARGET tinsim_rtl)
  lockstep_test(route_select SOURCES ${CMAKE_CURRENT_LIST_DIR}/route_select_lockstep.cpp
                LIBS tinsim_blocks tinsim_rtl)
  mutant_tests(route_select RouteSelect "<4>")
endif()
