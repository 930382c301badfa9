# SPDX-License-Identifier: Apache-2.0
# Raw cells on terminal ports that IP path and 1RMA leave.
tinsim_test(platform raw_beside SYSTEMC SOURCES ${CMAKE_CURRENT_LIST_DIR}/raw_beside_test.cpp
            LIBS tinsim_platform)
