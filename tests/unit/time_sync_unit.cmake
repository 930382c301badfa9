# SPDX-License-Identifier: Apache-2.0
# The clock of a chip in a network: its oscillator, its elastic buffers, and rtl_models/time_sync by events.
set(here ${CMAKE_CURRENT_LIST_DIR})
tinsim_test(unit time_sync_unit
  SOURCES ${here}/time_sync_unit_test.cpp ${here}/oscillator_test.cpp
          ${here}/time_sync_device_test.cpp
  LIBS tinsim_chip_registers tinsim_time_sync tinsim_blocks)
