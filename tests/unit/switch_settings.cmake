# SPDX-License-Identifier: Apache-2.0
# Does a switch use new weights, strict VCs and rounds in the stated cycle?
target_sources(unit_cell_switch PRIVATE ${CMAKE_CURRENT_LIST_DIR}/cell_switch_settings_test.cpp)
tinsim_test(unit switch_device SOURCES ${CMAKE_CURRENT_LIST_DIR}/switch_device_test.cpp
            LIBS tinsim_chip_registers)
