# SPDX-License-Identifier: Apache-2.0
# Torus, fat tree and graphs of one's own against their closed forms.
tinsim_test(performance graphs SYSTEMC
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/graph_networks_test.cpp LIBS tinsim_platform fmt::fmt)
