# SPDX-License-Identifier: Apache-2.0
# What one chip does when ports die, tables change, or it fails itself.
set(here ${CMAKE_CURRENT_LIST_DIR})
tinsim_test(unit failure_unit
  SOURCES ${here}/failure_unit_test.cpp ${here}/parked_cells_test.cpp
  LIBS tinsim_cell_switch tinsim_validate)
