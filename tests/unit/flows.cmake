# SPDX-License-Identifier: Apache-2.0
# Lists of flows: are they read, checked, generated and started right?
tinsim_test(unit flows SOURCES ${CMAKE_CURRENT_LIST_DIR}/flow_lists_test.cpp
            ${CMAKE_CURRENT_LIST_DIR}/collectives_test.cpp LIBS tinsim_flows)
