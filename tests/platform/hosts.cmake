# SPDX-License-Identifier: Apache-2.0
# Hosts in whole networks, and in the configuration.
set(here ${CMAKE_CURRENT_LIST_DIR})
tinsim_test(platform config_hosts SOURCES ${here}/config_hosts_test.cpp LIBS tinsim_validate fmt::fmt)
tinsim_test(platform ip_hosts SYSTEMC SOURCES ${here}/ip_hosts_test.cpp
  ${here}/mac_hosts_test.cpp LIBS tinsim_platform)
tinsim_test(platform examples_ip SYSTEMC SOURCES ${here}/examples_ip_test.cpp LIBS tinsim_platform)
tinsim_test(platform figures SYSTEMC SOURCES ${here}/figures_test.cpp LIBS tinsim_platform)
tinsim_test(platform nic_run SYSTEMC SOURCES ${here}/nic_run_test.cpp LIBS tinsim_platform fmt::fmt)
