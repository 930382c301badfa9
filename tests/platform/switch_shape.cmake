# SPDX-License-Identifier: Apache-2.0
# Switches that exceed the base chip, in networks.
tinsim_test(platform switch_shape SYSTEMC SOURCES ${CMAKE_CURRENT_LIST_DIR}/switch_shape_test.cpp
            LIBS tinsim_platform fmt::fmt)
