# SPDX-License-Identifier: Apache-2.0
# Is what the configuration says about links resolved to the right links, and reported in full?
set(here ${CMAKE_CURRENT_LIST_DIR})

tinsim_test(platform link_plan
  SOURCES ${here}/link_selector_test.cpp ${here}/link_plan_test.cpp ${here}/config_link_test.cpp
  LIBS tinsim_validate tinsim_topology tinsim_network)
tinsim_test(platform config_credits SYSTEMC SOURCES ${here}/config_credits_test.cpp LIBS tinsim_platform)
tinsim_test(platform links_writer SOURCES ${here}/stats_links_test.cpp LIBS tinsim_result)
tinsim_test(platform links_check SYSTEMC SOURCES ${here}/cli_links_test.cpp LIBS tinsim_cli)
