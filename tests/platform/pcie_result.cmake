# SPDX-License-Identifier: Apache-2.0
# Figures of PCIe links in the results.
tinsim_test(platform pcie_result SYSTEMC SOURCES ${CMAKE_CURRENT_LIST_DIR}/pcie_result_test.cpp
            LIBS tinsim_platform)
