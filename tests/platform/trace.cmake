# SPDX-License-Identifier: Apache-2.0
# Traces: which ports they take, and whether what is written is what happened.
set(here ${CMAKE_CURRENT_LIST_DIR})

tinsim_test(platform port_selector SOURCES ${here}/port_selector_test.cpp LIBS tinsim_topology)
