# SPDX-License-Identifier: Apache-2.0
# What a lockstep holds the pins' calls of endpoints to.
tinsim_test(unit punctual_endpoints SOURCES
            ${CMAKE_CURRENT_LIST_DIR}/punctual_endpoints_test.cpp LIBS tinsim_cell_switch)
