# SPDX-License-Identifier: Apache-2.0
# Is each block right?
foreach(name common parts cell_header_codec credit_counter vc_fifo islip_arbiter crossbar
             output_queue cell_switch scrambler ordered_set_codec pcs_tx pcs_rx pcs_chain
             rs_fec_decoder)
  tinsim_test(unit ${name} SOURCES ${CMAKE_CURRENT_LIST_DIR}/${name}_test.cpp LIBS tinsim_blocks)
endforeach()
tinsim_test(unit islip_theory SOURCES ${CMAKE_CURRENT_LIST_DIR}/islip_theory_test.cpp
            LIBS tinsim_blocks)
tinsim_test(unit pins SYSTEMC SOURCES ${CMAKE_CURRENT_LIST_DIR}/pins_test.cpp
            LIBS tinsim_blocks)

# libfec is the independent implementation of the code.
find_path(FEC_INCLUDE_DIR fec.h REQUIRED)
find_library(FEC_LIBRARY fec REQUIRED)
foreach(name rs70 rs_fec_encoder)
  tinsim_test(unit ${name} SOURCES ${CMAKE_CURRENT_LIST_DIR}/${name}_test.cpp
              LIBS tinsim_blocks ${FEC_LIBRARY})
  target_include_directories(unit_${name} SYSTEM PRIVATE ${FEC_INCLUDE_DIR})
endforeach()
