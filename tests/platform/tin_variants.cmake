# SPDX-License-Identifier: Apache-2.0
# TiNs of different kinds in one network.
tinsim_test(platform tin_variants SYSTEMC SOURCES ${CMAKE_CURRENT_LIST_DIR}/tin_variants_test.cpp
            LIBS tinsim_platform tinsim_network)
