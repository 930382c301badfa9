# SPDX-License-Identifier: Apache-2.0
# Is the register map sound, and do its files agree?
tinsim_test(unit register_map SOURCES ${CMAKE_CURRENT_LIST_DIR}/register_map_test.cpp
            LIBS tinsim_registers)

# The IP-XACT file is validated against the schema of IEEE 1685-2022.
add_test(NAME unit/register_files
  COMMAND ${TINSIM_PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/register_files_test.py
          ${TIN_REGISTER_FOLDER} ${PROJECT_SOURCE_DIR}/tests/data/ieee-1685-2022)
set_tests_properties(unit/register_files PROPERTIES LABELS unit TIMEOUT 120)

# From an address of the bus to the state of the model.
tinsim_test(unit register_space SOURCES ${CMAKE_CURRENT_LIST_DIR}/register_space_test.cpp
            LIBS tinsim_chip_registers)
