# SPDX-License-Identifier: Apache-2.0
# Cell tracing in one chip.
tinsim_test(unit cell_trace SOURCES ${CMAKE_CURRENT_LIST_DIR}/cell_trace_test.cpp
            LIBS tinsim_chip_registers tinsim_cell_trace)
