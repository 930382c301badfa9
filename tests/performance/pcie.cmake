# SPDX-License-Identifier: Apache-2.0
# Has PCIe the bandwidth that formulas and published figures say?
tinsim_test(performance pcie_bandwidth
            SOURCES ${CMAKE_CURRENT_LIST_DIR}/pcie_bandwidth_test.cpp LIBS tinsim_pcie_link)
