# SPDX-License-Identifier: Apache-2.0
tinsim_test(platform run_ahead SYSTEMC SOURCES ${CMAKE_CURRENT_LIST_DIR}/run_ahead_test.cpp
            LIBS tinsim_platform)
