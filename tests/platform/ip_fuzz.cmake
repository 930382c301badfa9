# SPDX-License-Identifier: Apache-2.0
# A million random packets; each network is a test of its own.
tinsim_test(platform ip_fuzz SYSTEMC SOURCES ${CMAKE_CURRENT_LIST_DIR}/ip_fuzz_test.cpp
            LIBS tinsim_platform)
