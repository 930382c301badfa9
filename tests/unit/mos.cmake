# SPDX-License-Identifier: Apache-2.0
# Do MOS words take their slots, arrive, and get lost as they should?
tinsim_test(unit mos_port LIBS tinsim_cell_switch SOURCES ${CMAKE_CURRENT_LIST_DIR}/mos_port_test.cpp)
tinsim_test(unit mos_link LIBS tinsim_link SOURCES ${CMAKE_CURRENT_LIST_DIR}/mos_link_test.cpp)
