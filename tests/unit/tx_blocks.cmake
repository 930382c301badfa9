# SPDX-License-Identifier: Apache-2.0
# Is each block before the PCS right, and do they fit together?
foreach(name fc_sender fc_sender_random tx_scheduler tx_scheduler_random tx_pair)
  tinsim_test(unit ${name} SOURCES ${CMAKE_CURRENT_LIST_DIR}/${name}_test.cpp LIBS tinsim_blocks)
endforeach()
