# SPDX-License-Identifier: Apache-2.0
# Is each block before the PCS right, and do they fit together?
set(here ${CMAKE_CURRENT_LIST_DIR})
foreach(name fc_sender_random tx_scheduler_random tx_pair)
  tinsim_test(unit ${name} SOURCES ${here}/${name}_test.cpp LIBS tinsim_blocks)
endforeach()
tinsim_test(unit fc_sender LIBS tinsim_blocks
  SOURCES ${here}/fc_sender_test.cpp ${here}/fc_sender_refresh_test.cpp)
tinsim_test(unit tx_scheduler LIBS tinsim_blocks
  SOURCES ${here}/tx_scheduler_test.cpp ${here}/tx_scheduler_sets_test.cpp)
