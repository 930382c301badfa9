# SPDX-License-Identifier: Apache-2.0
# Checks of a lockstep on the calls of endpoints from the pins.
tinsim_test(unit punctual_endpoints SOURCES
            ${CMAKE_CURRENT_LIST_DIR}/punctual_endpoints_test.cpp LIBS tinsim_cell_switch)
