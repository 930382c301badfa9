# SPDX-License-Identifier: Apache-2.0
# May an engine process events before or after their cycle?
tinsim_test(unit lookahead_queue SOURCES ${CMAKE_CURRENT_LIST_DIR}/lookahead_queue_test.cpp
  LIBS tinsim_ip tinsim_rma)
