# SPDX-License-Identifier: Apache-2.0
# Is each block of 1RMA right, and what it shares with the chip core?
foreach(name rma_parts command_slots region_table solicitation request_codec response_segmenter
             timeout_wheel)
  tinsim_test(unit ${name} SOURCES ${CMAKE_CURRENT_LIST_DIR}/${name}_test.cpp LIBS tinsim_blocks)
endforeach()
tinsim_test(unit rma_pins SYSTEMC SOURCES ${CMAKE_CURRENT_LIST_DIR}/rma_pins_test.cpp
            LIBS tinsim_blocks)
tinsim_test(unit rma_mail SOURCES ${CMAKE_CURRENT_LIST_DIR}/rma_mail_test.cpp LIBS tinsim_rma)
