# SPDX-License-Identifier: Apache-2.0
# Is PCIe in the configuration understood?
tinsim_test(platform config_pcie SYSTEMC
            SOURCES ${CMAKE_CURRENT_LIST_DIR}/config_pcie_test.cpp LIBS tinsim_platform)
