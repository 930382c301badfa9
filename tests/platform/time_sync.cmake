# SPDX-License-Identifier: Apache-2.0
# Do the clocks of a network stay together, and do they follow another one when the primary stops?
set(here ${CMAKE_CURRENT_LIST_DIR})
tinsim_test(platform time_sync SYSTEMC
  SOURCES ${here}/time_sync_test.cpp ${here}/time_sync_rules_test.cpp ${here}/time_sync_plan_test.cpp
  LIBS tinsim_platform tinsim_chip_registers)
