# SPDX-License-Identifier: Apache-2.0
# Are MOS words of a network the same at each fidelity, and within their limit?
tinsim_test(platform mos SYSTEMC SOURCES ${CMAKE_CURRENT_LIST_DIR}/mos_test.cpp LIBS tinsim_platform)
