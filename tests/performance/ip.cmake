# SPDX-License-Identifier: Apache-2.0
# The IP path under load.
tinsim_test(performance ip_load SYSTEMC SOURCES ${CMAKE_CURRENT_LIST_DIR}/ip_load_test.cpp
            LIBS tinsim_platform)
