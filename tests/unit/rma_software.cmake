# SPDX-License-Identifier: Apache-2.0
# Is the software of 1RMA right: congestion control, transfers, CliqueMap?
foreach(name rma_aimd rma_client cliquemap software_memory)
  tinsim_test(unit ${name} SOURCES ${CMAKE_CURRENT_LIST_DIR}/${name}_test.cpp
              LIBS tinsim_rma_software)
endforeach()
