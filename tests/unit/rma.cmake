# SPDX-License-Identifier: Apache-2.0
# Is what the blocks of 1RMA share with the chip core right?
tinsim_test(unit rma_parts SOURCES ${CMAKE_CURRENT_LIST_DIR}/rma_parts_test.cpp LIBS tinsim_blocks)
tinsim_test(unit rma_mail SOURCES ${CMAKE_CURRENT_LIST_DIR}/rma_mail_test.cpp LIBS tinsim_rma)
