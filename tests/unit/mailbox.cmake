# SPDX-License-Identifier: Apache-2.0
# What a chip keeps: messages on their way, and the memory that holds its state.
tinsim_test(unit mailbox SOURCES ${CMAKE_CURRENT_LIST_DIR}/mailbox_test.cpp LIBS tinsim_cell_switch)
