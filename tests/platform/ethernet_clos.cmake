# SPDX-License-Identifier: Apache-2.0
# The Ethernet fabric next to the chips.
set(here ${CMAKE_CURRENT_LIST_DIR})
tinsim_test(platform ethernet_clos_rules SOURCES ${here}/ethernet_clos_rules_test.cpp LIBS tinsim_validate fmt::fmt)
tinsim_test(platform ethernet_clos_run SYSTEMC SOURCES ${here}/ethernet_clos_run_test.cpp
            ${here}/ethernet_clos_lookups_test.cpp LIBS tinsim_platform)
