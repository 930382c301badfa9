# SPDX-License-Identifier: Apache-2.0
# CliqueMap as a workload.
tinsim_test(platform cliquemap_run SYSTEMC SOURCES ${CMAKE_CURRENT_LIST_DIR}/cliquemap_run_test.cpp
            LIBS tinsim_platform)
tinsim_test(platform config_cliquemap SYSTEMC
            SOURCES ${CMAKE_CURRENT_LIST_DIR}/config_cliquemap_test.cpp LIBS tinsim_platform)
