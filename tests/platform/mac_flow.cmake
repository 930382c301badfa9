# SPDX-License-Identifier: Apache-2.0
# Flow control of the external MAC: headroom to the unit, and whole networks.
tinsim_test(platform mac_flow SYSTEMC
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/mac_flow_test.cpp ${CMAKE_CURRENT_LIST_DIR}/mac_network_test.cpp
  LIBS tinsim_platform tinsim_pcap)
