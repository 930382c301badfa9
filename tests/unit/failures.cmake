# SPDX-License-Identifier: Apache-2.0
# Behaviour of one chip when ports fail, tables change, or it fails itself.
set(here ${CMAKE_CURRENT_LIST_DIR})
tinsim_test(unit failure_unit
  SOURCES ${here}/failure_unit_test.cpp ${here}/parked_cells_test.cpp
  LIBS tinsim_cell_switch tinsim_validate)
