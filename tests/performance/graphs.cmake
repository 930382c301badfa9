# SPDX-License-Identifier: Apache-2.0
# Torus, fat tree and graphs of one's own against their closed forms.
tinsim_test(performance graphs SYSTEMC
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/graph_networks_test.cpp LIBS tinsim_platform fmt::fmt)

# HyperX, Slim Fly, Polarfly and Dragonfly+ against their bounds.
tinsim_test(performance compact_networks SYSTEMC
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/compact_networks_test.cpp LIBS tinsim_platform fmt::fmt)
