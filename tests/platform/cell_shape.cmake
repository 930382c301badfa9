# SPDX-License-Identifier: Apache-2.0
# Words, headers and cells of other sizes than the base chip has.
tinsim_test(platform cell_shape SYSTEMC SOURCES ${CMAKE_CURRENT_LIST_DIR}/cell_shape_test.cpp
            LIBS tinsim_platform fmt::fmt)
