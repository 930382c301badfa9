# SPDX-License-Identifier: Apache-2.0
# The shapes in which each block is verilated, and its mutants. A class is named after block and
# shape; "4" and "50" are what a test or the option `impl: rtl` can ask for.
set(rtl_blocks cell_header_codec vc_fifo credit_counter islip_arbiter crossbar output_queue)
set(rtl_pkg ${CMAKE_CURRENT_SOURCE_DIR}/common/tin_pkg.sv)
foreach(block ${rtl_blocks})
  set(rtl_${block} ${rtl_pkg} ${CMAKE_CURRENT_SOURCE_DIR}/${block}/${block}.sv)
endforeach()
# The physical coding sublayer and the FEC of a link; they have one shape.
set(rtl_link_blocks ordered_set_codec pcs_tx pcs_rx rs_fec_encoder rs_fec_decoder tx_gearbox
                    rx_gearbox)
set(rtl_pkg_rs_fec_encoder ${CMAKE_CURRENT_SOURCE_DIR}/common/rs_fec_pkg.sv)
set(rtl_pkg_rs_fec_decoder ${rtl_pkg_rs_fec_encoder})
foreach(block ${rtl_link_blocks})
  set(rtl_${block} ${rtl_pkg} ${rtl_pkg_${block}}
                   ${CMAKE_CURRENT_SOURCE_DIR}/${block}/${block}.sv)
endforeach()
# What stands between a switch's transmit pins and the PCS.
set(rtl_tx_blocks fc_sender tx_scheduler)
foreach(block ${rtl_tx_blocks})
  set(rtl_${block} ${rtl_pkg} ${CMAKE_CURRENT_SOURCE_DIR}/${block}/${block}.sv)
endforeach()
# The link layer above them; blocks with a state per VC, and link_rx, which checks VCs, have shapes.
set(rtl_vc_link_blocks link_rx fc_receiver)
set(rtl_port_blocks link_state latency_meter)
foreach(block ${rtl_vc_link_blocks} ${rtl_port_blocks})
  set(rtl_${block} ${rtl_pkg} ${CMAKE_CURRENT_SOURCE_DIR}/${block}/${block}.sv)
endforeach()
foreach(codec cell_header_codec ordered_set_codec)
  list(APPEND rtl_link_rx ${CMAKE_CURRENT_SOURCE_DIR}/${codec}/${codec}.sv)
endforeach()
set(rtl_cell_switch ${CMAKE_CURRENT_SOURCE_DIR}/common/verilator.vlt ${rtl_pkg})
foreach(block ${rtl_blocks} cell_switch)
  list(APPEND rtl_cell_switch ${CMAKE_CURRENT_SOURCE_DIR}/${block}/${block}.sv)
endforeach()

tin_verilate(PREFIX Vcell_header_codec TOP cell_header_codec SOURCES ${rtl_cell_header_codec})
tin_verilate(PREFIX Vvc_fifo_4 TOP vc_fifo SOURCES ${rtl_vc_fifo} PARAMS NumVcs=4 MaxWords=64)
tin_verilate(PREFIX Vvc_fifo_32 TOP vc_fifo SOURCES ${rtl_vc_fifo} PARAMS NumVcs=32 MaxWords=512)
tin_verilate(PREFIX Vcredit_counter_4 TOP credit_counter SOURCES ${rtl_credit_counter}
             PARAMS NumVcs=4)
tin_verilate(PREFIX Vcredit_counter_32 TOP credit_counter SOURCES ${rtl_credit_counter}
             PARAMS NumVcs=32)
tin_verilate(PREFIX Vislip_arbiter_4 TOP islip_arbiter SOURCES ${rtl_islip_arbiter}
             PARAMS NumPorts=4 NumVcs=4)
tin_verilate(PREFIX Vislip_arbiter_50 TOP islip_arbiter SOURCES ${rtl_islip_arbiter}
             PARAMS NumPorts=50 NumVcs=32)
tin_verilate(PREFIX Vcrossbar_4 TOP crossbar SOURCES ${rtl_crossbar} PARAMS NumPorts=4)
tin_verilate(PREFIX Vcrossbar_50 TOP crossbar SOURCES ${rtl_crossbar} PARAMS NumPorts=50)
tin_verilate(PREFIX Voutput_queue_4 TOP output_queue SOURCES ${rtl_output_queue} PARAMS NumVcs=4)
tin_verilate(PREFIX Voutput_queue_32 TOP output_queue SOURCES ${rtl_output_queue} PARAMS NumVcs=32)
tin_verilate(PREFIX Vcell_switch_4 TOP cell_switch SOURCES ${rtl_cell_switch}
             PARAMS NumPorts=4 NumVcs=4 MaxWords=64)
tin_verilate(PREFIX Vcell_switch_50 TOP cell_switch SOURCES ${rtl_cell_switch}
             PARAMS NumPorts=50 NumVcs=32 MaxWords=512 WIDE)
foreach(block ${rtl_link_blocks} ${rtl_port_blocks})
  tin_verilate(PREFIX V${block} TOP ${block} SOURCES ${rtl_${block}})
endforeach()
foreach(block ${rtl_vc_link_blocks})
  foreach(num_vcs 4 32)
    tin_verilate(PREFIX V${block}_${num_vcs} TOP ${block} SOURCES ${rtl_${block}}
                 PARAMS NumVcs=${num_vcs})
  endforeach()
  tin_lint(${block}_32 TOP ${block} SOURCES ${rtl_${block}} PARAMS NumVcs=32)
endforeach()

tin_verilate(PREFIX Vfc_sender_1 TOP fc_sender SOURCES ${rtl_fc_sender} PARAMS NumVcs=1)
tin_verilate(PREFIX Vfc_sender_4 TOP fc_sender SOURCES ${rtl_fc_sender} PARAMS NumVcs=4)
tin_verilate(PREFIX Vfc_sender_32 TOP fc_sender SOURCES ${rtl_fc_sender} PARAMS NumVcs=32)
tin_verilate(PREFIX Vtx_scheduler TOP tx_scheduler SOURCES ${rtl_tx_scheduler})

foreach(block ${rtl_blocks} ${rtl_link_blocks} ${rtl_tx_blocks} ${rtl_vc_link_blocks} ${rtl_port_blocks} cell_switch)
  tin_lint(${block} TOP ${block} SOURCES ${rtl_${block}})
  tin_lint(${block}_checker TOP ${block}_checker
           SOURCES ${rtl_pkg} ${rtl_pkg_${block}}
                   ${CMAKE_CURRENT_SOURCE_DIR}/${block}/${block}_checker.sv)
endforeach()
tin_lint(cell_switch_50 TOP cell_switch SOURCES ${rtl_cell_switch}
         PARAMS NumPorts=50 NumVcs=32 MaxWords=512)
tin_lint(fc_sender_1 TOP fc_sender SOURCES ${rtl_fc_sender} PARAMS NumVcs=1)
tin_lint(fc_sender_32 TOP fc_sender SOURCES ${rtl_fc_sender} PARAMS NumVcs=32)

include(rtl_mutants.cmake)
