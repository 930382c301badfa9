# SPDX-License-Identifier: Apache-2.0
# The software of 1RMA on chips.
tinsim_test(platform rma_software SYSTEMC
            SOURCES ${CMAKE_CURRENT_LIST_DIR}/rma_software_test.cpp
            LIBS tinsim_platform tinsim_rma_software)
