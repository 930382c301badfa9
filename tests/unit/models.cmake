# SPDX-License-Identifier: Apache-2.0
# Is each block right?
foreach(name common parts cell_header_codec credit_counter vc_fifo islip_arbiter crossbar
             output_queue cell_switch)
  tinsim_test(unit ${name} SOURCES ${CMAKE_CURRENT_LIST_DIR}/${name}_test.cpp LIBS tinsim_blocks)
endforeach()
tinsim_test(unit islip_theory SOURCES ${CMAKE_CURRENT_LIST_DIR}/islip_theory_test.cpp
            LIBS tinsim_blocks)
tinsim_test(unit pins SYSTEMC SOURCES ${CMAKE_CURRENT_LIST_DIR}/pins_test.cpp
            LIBS tinsim_blocks)
