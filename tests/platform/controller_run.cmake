# SPDX-License-Identifier: Apache-2.0
tinsim_test(platform controller_run SYSTEMC TIMEOUT 900 SOURCES ${CMAKE_CURRENT_LIST_DIR}/controller_run_test.cpp
            ${CMAKE_CURRENT_LIST_DIR}/controller_changes_test.cpp ${CMAKE_CURRENT_LIST_DIR}/controller_rules_test.cpp
            LIBS tinsim_platform)
