# SPDX-License-Identifier: Apache-2.0
tinsim_test(unit due_times SOURCES ${CMAKE_CURRENT_LIST_DIR}/due_times_test.cpp LIBS tinsim_cell_switch)
