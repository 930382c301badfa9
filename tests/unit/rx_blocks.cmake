# SPDX-License-Identifier: Apache-2.0
# Do the two ends of a link come up together?
tinsim_test(unit link_state_pair SOURCES ${CMAKE_CURRENT_LIST_DIR}/link_state_pair_test.cpp
            LIBS tinsim_blocks)
