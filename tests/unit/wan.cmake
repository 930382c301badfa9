# SPDX-License-Identifier: Apache-2.0
# Flow control over a WAN: tables, credits of links, stepped model, frame model.
set(here ${CMAKE_CURRENT_LIST_DIR})
tinsim_test(unit wan SOURCES ${here}/wan_flows_test.cpp ${here}/wan_frames_test.cpp ${here}/wan_steps_test.cpp
            ${here}/wan_times_test.cpp LIBS tinsim_wan)
