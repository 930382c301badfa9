# SPDX-License-Identifier: Apache-2.0
# Is what the blocks of the IP path share with the chip core right?
foreach(name ip_parts cts_pick reassembly reorder)
  tinsim_test(unit ${name} SOURCES ${CMAKE_CURRENT_LIST_DIR}/${name}_test.cpp LIBS tinsim_blocks)
endforeach()
tinsim_test(unit egress_rules SOURCES ${CMAKE_CURRENT_LIST_DIR}/egress_rules_test.cpp LIBS tinsim_ip)
tinsim_test(unit ip_state SOURCES ${CMAKE_CURRENT_LIST_DIR}/ip_state_test.cpp LIBS tinsim_ip)
tinsim_test(unit cts_pace SOURCES ${CMAKE_CURRENT_LIST_DIR}/cts_pace_test.cpp LIBS tinsim_ip)
tinsim_test(unit port_loads SOURCES ${CMAKE_CURRENT_LIST_DIR}/port_loads_test.cpp LIBS tinsim_ip)
tinsim_test(unit initial_rts_window SOURCES ${CMAKE_CURRENT_LIST_DIR}/initial_rts_window_test.cpp
  LIBS tinsim_ip)
