# SPDX-License-Identifier: Apache-2.0
# Do the containers of 1RMA and PCIe hold what plain ones hold?
tinsim_test(unit rma_containers SOURCES ${CMAKE_CURRENT_LIST_DIR}/rma_containers_test.cpp
  LIBS tinsim_rma)
