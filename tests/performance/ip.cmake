# SPDX-License-Identifier: Apache-2.0
# The IP path under load.
set(here ${CMAKE_CURRENT_LIST_DIR})
tinsim_test(performance ip_load SYSTEMC SOURCES ${here}/ip_load_test.cpp ${here}/ip_qos_test.cpp
            ${here}/ip_short_test.cpp ${here}/ip_wire_test.cpp
            LIBS tinsim_platform)
