# SPDX-License-Identifier: Apache-2.0
# Links and TiNs that fail: what fails, the routes of what is left, and runs through failures.
set(here ${CMAKE_CURRENT_LIST_DIR})

tinsim_test(platform failure_plan
  SOURCES ${here}/failure_plan_test.cpp ${here}/config_failures_test.cpp
  LIBS tinsim_validate tinsim_topology tinsim_network)
tinsim_test(platform failure_routes
  SOURCES ${here}/escape_routes_test.cpp ${here}/live_tables_test.cpp ${here}/graph_live_tables_test.cpp
  LIBS tinsim_validate tinsim_routing tinsim_network)
tinsim_test(platform failure_runs SYSTEMC
  SOURCES ${here}/failure_runs_test.cpp ${here}/graph_failure_runs_test.cpp
  ${here}/failure_notice_test.cpp ${here}/failure_parking_test.cpp LIBS tinsim_platform fmt::fmt)
