# SPDX-License-Identifier: Apache-2.0
# Further tests of the blocks before the PCS; and do they fit together?
set(here ${CMAKE_CURRENT_LIST_DIR})
foreach(name fc_sender_random tx_scheduler_random tx_pair)
  tinsim_test(unit ${name} SOURCES ${here}/${name}_test.cpp LIBS tinsim_blocks)
endforeach()
target_sources(unit_fc_sender PRIVATE ${here}/fc_sender_refresh_test.cpp)
target_sources(unit_tx_scheduler PRIVATE ${here}/tx_scheduler_sets_test.cpp)
