# SPDX-License-Identifier: Apache-2.0
# Lists of flows: are they read, checked, generated and started right?
set(here ${CMAKE_CURRENT_LIST_DIR})
tinsim_test(unit flows SOURCES ${here}/collectives_test.cpp ${here}/flow_host_test.cpp ${here}/flow_lists_test.cpp
            LIBS tinsim_flows TIMEOUT 3600)
