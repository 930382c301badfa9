# SPDX-License-Identifier: Apache-2.0
# Attacks that 1RMA refuses, mounted at the sockets of a host of a whole network.
foreach(name rma_forged_commands rma_forged_cells rma_forged_completions rma_two_hosts)
  tinsim_test(platform ${name} SYSTEMC SOURCES ${CMAKE_CURRENT_LIST_DIR}/${name}_test.cpp
              LIBS tinsim_platform tinsim_tlm_checker)
endforeach()
