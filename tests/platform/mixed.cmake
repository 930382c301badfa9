# SPDX-License-Identifier: Apache-2.0
# IP and 1RMA on one fabric.
foreach(name isolation unified)
  tinsim_test(platform ${name} SYSTEMC SOURCES ${CMAKE_CURRENT_LIST_DIR}/${name}_test.cpp
              LIBS tinsim_platform TIMEOUT 900)
endforeach()
