# SPDX-License-Identifier: Apache-2.0
# The IP path in whole networks.
tinsim_test(platform ip_path SYSTEMC SOURCES ${CMAKE_CURRENT_LIST_DIR}/ip_path_test.cpp
            LIBS tinsim_platform)
tinsim_test(platform ip_lockstep SYSTEMC SOURCES ${CMAKE_CURRENT_LIST_DIR}/ip_lockstep_test.cpp
            LIBS tinsim_platform)
