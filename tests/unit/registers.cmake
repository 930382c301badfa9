# SPDX-License-Identifier: Apache-2.0
# Is the register map sound, and do its files agree?
tinsim_test(unit register_map SOURCES ${CMAKE_CURRENT_LIST_DIR}/register_map_test.cpp
            LIBS tinsim_registers)

# Set the environment variable TINSIM_IPXACT_SCHEMA to the folder of the IEEE 1685-2022 schema when
# configuring, and the IP-XACT file is validated.
set(TINSIM_IPXACT_SCHEMA "$ENV{TINSIM_IPXACT_SCHEMA}" CACHE PATH
    "Folder of the IP-XACT schema, IEEE 1685-2022; empty: no validation")
add_test(NAME unit/register_files
  COMMAND ${TINSIM_PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/register_files_test.py
          ${TIN_REGISTER_FOLDER} ${TINSIM_IPXACT_SCHEMA})
set_tests_properties(unit/register_files PROPERTIES LABELS unit TIMEOUT 120)

# From an address of the bus to the state of the model.
tinsim_test(unit register_space SOURCES ${CMAKE_CURRENT_LIST_DIR}/register_space_test.cpp
            LIBS tinsim_chip_registers)
