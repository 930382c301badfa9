# SPDX-License-Identifier: Apache-2.0
# Is each block behind the receive PCS right?
foreach(name link_rx fc_receiver link_state link_state_pair latency_meter)
  tinsim_test(unit ${name} SOURCES ${CMAKE_CURRENT_LIST_DIR}/${name}_test.cpp LIBS tinsim_blocks)
endforeach()
