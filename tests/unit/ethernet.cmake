# SPDX-License-Identifier: Apache-2.0
# Is the Ethernet side right: checks, headers, flows, L2, times on the wire, PAUSE?
tinsim_test(unit ethernet
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/ethernet_checksum_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/ethernet_flow_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/ethernet_frame_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/ethernet_fuzz_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/ethernet_mac_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/ethernet_pause_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/ethernet_rebuild_test.cpp
  LIBS tinsim_ethernet tinsim_pcap)
