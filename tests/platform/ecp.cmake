# SPDX-License-Identifier: Apache-2.0
# Control processors in whole networks: packets at their CPU ports, time, results.
tinsim_test(platform ecp_run SYSTEMC SOURCES ${CMAKE_CURRENT_LIST_DIR}/ecp_run_test.cpp
            LIBS tinsim_platform)
tinsim_test(platform ecp_parts SYSTEMC SOURCES ${CMAKE_CURRENT_LIST_DIR}/ecp_parts_test.cpp
            LIBS tinsim_platform)
