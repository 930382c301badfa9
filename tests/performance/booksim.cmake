# SPDX-License-Identifier: Apache-2.0
tinsim_test(performance booksim SYSTEMC SOURCES booksim_test.cpp
            ${PROJECT_SOURCE_DIR}/tests/reference/dragonfly_reference.cpp
            ${PROJECT_SOURCE_DIR}/tests/reference/dragonfly_router.cpp
            LIBS tinsim_platform fmt::fmt)
