# SPDX-License-Identifier: Apache-2.0
# Flow control over a WAN: tables, stepped model.
set(here ${CMAKE_CURRENT_LIST_DIR})
tinsim_test(unit wan SOURCES ${here}/wan_steps_test.cpp ${here}/wan_times_test.cpp LIBS tinsim_wan)
