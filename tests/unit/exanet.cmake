# SPDX-License-Identifier: Apache-2.0
# Does a network of ExaNet nodes have the figures of its paper, and is its routing free of deadlock?
foreach(name aurora dma figures karma network proof)
  tinsim_test(unit exanet_${name} SOURCES ${CMAKE_CURRENT_LIST_DIR}/exanet_${name}_test.cpp LIBS tinsim_exanet)
endforeach()
