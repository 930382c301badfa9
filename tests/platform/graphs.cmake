# SPDX-License-Identifier: Apache-2.0
# Networks given as a graph: are they built, routed and refused as they should be?
set(here ${CMAKE_CURRENT_LIST_DIR})
find_package(rapidcheck CONFIG REQUIRED)

tinsim_test(platform graphs
  SOURCES
    ${here}/graph_topology_test.cpp
    ${here}/graph_file_test.cpp
    ${here}/graph_routing_test.cpp
    ${here}/graph_routing_any_test.cpp
    ${here}/graph_rules_test.cpp
    ${here}/graph_modes_test.cpp
  LIBS tinsim_validate tinsim_routing rapidcheck fmt::fmt)

tinsim_test(platform compact_graphs
  SOURCES
    ${here}/compact_topologies_test.cpp
    ${here}/compact_bounds_test.cpp
    ${here}/random_chip_test.cpp
  LIBS tinsim_validate tinsim_traffic tinsim_cell_switch tinsim_routing fmt::fmt)
