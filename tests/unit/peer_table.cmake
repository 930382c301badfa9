# SPDX-License-Identifier: Apache-2.0
# Are the containers of connections right?
tinsim_test(unit peer_table SOURCES ${CMAKE_CURRENT_LIST_DIR}/peer_table_test.cpp LIBS tinsim_host)
