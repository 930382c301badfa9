# SPDX-License-Identifier: Apache-2.0
# The software of 1RMA on chips.
foreach(name rma_software rma_against_software)
  tinsim_test(platform ${name} SYSTEMC SOURCES ${CMAKE_CURRENT_LIST_DIR}/${name}_test.cpp
              LIBS tinsim_platform tinsim_rma_software)
endforeach()
