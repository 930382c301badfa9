# SPDX-License-Identifier: Apache-2.0
# 1RMA in whole networks.
foreach(name rma_path rma_data)
  tinsim_test(platform ${name} SYSTEMC SOURCES ${CMAKE_CURRENT_LIST_DIR}/${name}_test.cpp
              LIBS tinsim_platform)
endforeach()
