# SPDX-License-Identifier: Apache-2.0
# Are the hosts right: congestion control, connections, messages, statistics?
foreach(name swift swift_sharing connection message_source size_cdf receiver)
  tinsim_test(unit ${name} SOURCES ${CMAKE_CURRENT_LIST_DIR}/${name}_test.cpp LIBS tinsim_host)
endforeach()
tinsim_test(unit traffic_host SOURCES ${CMAKE_CURRENT_LIST_DIR}/traffic_host_test.cpp
            ${CMAKE_CURRENT_LIST_DIR}/traffic_host_packets_test.cpp
            ${CMAKE_CURRENT_LIST_DIR}/traffic_host_wire_test.cpp LIBS tinsim_host)
