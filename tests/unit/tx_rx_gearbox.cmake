# SPDX-License-Identifier: Apache-2.0
# Are the gearboxes right?
tinsim_test(unit gearbox SOURCES ${CMAKE_CURRENT_LIST_DIR}/gearbox_test.cpp LIBS tinsim_blocks)
