# SPDX-License-Identifier: Apache-2.0
# The C ABI of the models; RTL that shows its outputs later.
tinsim_test(unit golden SOURCES ${CMAKE_CURRENT_LIST_DIR}/golden_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/golden_state_test.cpp ${CMAKE_CURRENT_LIST_DIR}/golden_misuse_test.cpp
  ${CMAKE_CURRENT_LIST_DIR}/golden_last_edge_test.cpp LIBS tinsim_blocks tinsim_golden)
tinsim_test(unit late_lockstep SOURCES ${CMAKE_CURRENT_LIST_DIR}/late_lockstep_test.cpp LIBS tinsim_blocks)
