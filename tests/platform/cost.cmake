# SPDX-License-Identifier: Apache-2.0
# Do cost and energy follow from what synthesis found, from the topology, and from counts of a run?
set(here ${CMAKE_CURRENT_LIST_DIR})

tinsim_test(platform cost
  SOURCES ${here}/cost_block_test.cpp ${here}/cost_chip_test.cpp
  LIBS tinsim_cost fmt::fmt)
tinsim_test(platform cost_run SYSTEMC SOURCES ${here}/cost_run_test.cpp LIBS tinsim_platform)
