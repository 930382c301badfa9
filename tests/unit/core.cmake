# SPDX-License-Identifier: Apache-2.0
tinsim_test(unit core SOURCES ${CMAKE_CURRENT_LIST_DIR}/core_test.cpp
                    ${CMAKE_CURRENT_LIST_DIR}/full_rate_test.cpp
                    ${CMAKE_CURRENT_LIST_DIR}/returning_credits_test.cpp
                    ${CMAKE_CURRENT_LIST_DIR}/route_unit_test.cpp
            LIBS tinsim_cell_switch tinsim_blocks)
