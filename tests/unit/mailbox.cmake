# SPDX-License-Identifier: Apache-2.0
# State of a chip: messages in flight, and the memory that holds them.
tinsim_test(unit mailbox SOURCES ${CMAKE_CURRENT_LIST_DIR}/mailbox_test.cpp LIBS tinsim_cell_switch)
