# SPDX-License-Identifier: Apache-2.0
# Routing of a cell by one chip in each mode, line by line of docs/reference/routing_modes.md.
tinsim_test(unit route_modes SOURCES ${CMAKE_CURRENT_LIST_DIR}/route_modes_test.cpp
                                     ${CMAKE_CURRENT_LIST_DIR}/route_ways_test.cpp
            LIBS tinsim_cell_switch tinsim_routing)
