# SPDX-License-Identifier: Apache-2.0
tinsim_test(performance speedup SYSTEMC SOURCES speedup_test.cpp LIBS tinsim_platform fmt::fmt)
tinsim_test(performance published SYSTEMC SOURCES published_test.cpp
            ${PROJECT_SOURCE_DIR}/tests/reference/dragonfly_reference.cpp
            ${PROJECT_SOURCE_DIR}/tests/reference/dragonfly_router.cpp
            LIBS tinsim_platform fmt::fmt)
