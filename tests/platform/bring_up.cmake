# SPDX-License-Identifier: Apache-2.0
# Do control processors with the firmware's image bring networks up, and keep them up?
tinsim_test(platform bring_up SYSTEMC TIMEOUT 900 SOURCES ${CMAKE_CURRENT_LIST_DIR}/bring_up_test.cpp
            ${CMAKE_CURRENT_LIST_DIR}/bring_up_tables_test.cpp ${CMAKE_CURRENT_LIST_DIR}/bring_up_reboot_test.cpp
            ${CMAKE_CURRENT_LIST_DIR}/bring_up_faults_test.cpp ${CMAKE_CURRENT_LIST_DIR}/controlled_tables_test.cpp
            LIBS tinsim_platform tinsim_register_headers)
