# SPDX-License-Identifier: Apache-2.0
# The Ethernet fabric for comparison: switches, hosts on them, DCTCP.
set(here ${CMAKE_CURRENT_LIST_DIR})
tinsim_test(unit ethernet_clos SOURCES ${here}/ethernet_clos_test.cpp ${here}/ethernet_clos_hosts_test.cpp
            LIBS tinsim_ethernet_clos)
tinsim_test(unit dctcp SOURCES ${here}/dctcp_test.cpp LIBS tinsim_host)
