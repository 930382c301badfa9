# SPDX-License-Identifier: Apache-2.0
tinsim_test(platform terminal_ports SYSTEMC
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/terminal_ports_test.cpp
  LIBS tinsim_platform)
