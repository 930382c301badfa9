# SPDX-License-Identifier: Apache-2.0
# Do records merge, travel between ranks and stand in files as their lists say?
tinsim_test(unit record_fields
            SOURCES ${CMAKE_CURRENT_LIST_DIR}/record_fields_test.cpp
                    ${CMAKE_CURRENT_LIST_DIR}/record_files_test.cpp
            LIBS tinsim_base fmt::fmt)
