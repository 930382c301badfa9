# SPDX-License-Identifier: Apache-2.0
tinsim_test(platform services SYSTEMC SOURCES ${CMAKE_CURRENT_LIST_DIR}/services_test.cpp
            LIBS tinsim_platform)
