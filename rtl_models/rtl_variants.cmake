# SPDX-License-Identifier: Apache-2.0
# The sources of each block, the shapes in which it is verilated, and its mutants. A class is named
# after block and shape; "4" and "50" are what a test or the option `impl: rtl` can ask for.

# ---- sources
# Parts of the switch; then what stands on the way of a link, from the switch and back to it.
set(rtl_switch_blocks cell_header_codec vc_fifo credit_counter islip_arbiter crossbar output_queue)
set(rtl_link_blocks fc_sender ordered_set_codec tx_scheduler pcs_tx rs_fec_encoder tx_gearbox
                    rx_gearbox rs_fec_decoder pcs_rx link_rx fc_receiver link_state latency_meter)
# What chooses the output port of a cell before it enters the switch.
set(rtl_route_blocks route_select)
# The IP side: from a packet to cells and back, and the requests between.
set(rtl_ip_blocks ip_lookup cellifier cts_scheduler reassembly_buffer reorder_queue ecn_ctd)
# 1RMA: from a command to a request, and what answers it.
set(rtl_rma_blocks command_slots region_table solicitation request_codec response_segmenter
                   timeout_wheel)
set(rtl_pkg ${CMAKE_CURRENT_SOURCE_DIR}/common/tin_pkg.sv)
set(rtl_pkg_rs_fec_encoder ${CMAKE_CURRENT_SOURCE_DIR}/common/rs_fec_pkg.sv)
set(rtl_pkg_rs_fec_decoder ${rtl_pkg_rs_fec_encoder})
foreach(block ${rtl_rma_blocks})
  set(rtl_pkg_${block} ${CMAKE_CURRENT_SOURCE_DIR}/common/rma_pkg.sv)
endforeach()
foreach(block ${rtl_switch_blocks} ${rtl_link_blocks} ${rtl_route_blocks} ${rtl_ip_blocks}
              ${rtl_rma_blocks})
  set(rtl_${block} ${rtl_pkg} ${rtl_pkg_${block}}
                   ${CMAKE_CURRENT_SOURCE_DIR}/${block}/${block}.sv)
endforeach()
# Two blocks are made of others.
foreach(codec cell_header_codec ordered_set_codec)
  list(APPEND rtl_link_rx ${CMAKE_CURRENT_SOURCE_DIR}/${codec}/${codec}.sv)
endforeach()
set(rtl_cell_switch ${CMAKE_CURRENT_SOURCE_DIR}/common/verilator.vlt ${rtl_pkg})
foreach(block ${rtl_switch_blocks} cell_switch)
  list(APPEND rtl_cell_switch ${CMAKE_CURRENT_SOURCE_DIR}/${block}/${block}.sv)
endforeach()
list(APPEND rtl_cell_switch ${CMAKE_CURRENT_SOURCE_DIR}/cell_switch/cell_switch_rx.sv)

# ---- shapes
foreach(block cell_header_codec ordered_set_codec tx_scheduler pcs_tx rs_fec_encoder tx_gearbox
              rx_gearbox rs_fec_decoder pcs_rx link_state latency_meter cellifier cts_scheduler
              ecn_ctd request_codec)
  tin_verilate(PREFIX V${block} TOP ${block} SOURCES ${rtl_${block}})
endforeach()
foreach(block credit_counter output_queue fc_sender link_rx fc_receiver)
  foreach(num_vcs 4 32)
    tin_verilate(PREFIX V${block}_${num_vcs} TOP ${block} SOURCES ${rtl_${block}}
                 PARAMS NumVcs=${num_vcs})
  endforeach()
endforeach()
tin_verilate(PREFIX Vfc_sender_1 TOP fc_sender SOURCES ${rtl_fc_sender} PARAMS NumVcs=1)
tin_verilate(PREFIX Vvc_fifo_4 TOP vc_fifo SOURCES ${rtl_vc_fifo} PARAMS NumVcs=4 MaxWords=64)
tin_verilate(PREFIX Vvc_fifo_32 TOP vc_fifo SOURCES ${rtl_vc_fifo} PARAMS NumVcs=32 MaxWords=512)
tin_verilate(PREFIX Vislip_arbiter_4 TOP islip_arbiter SOURCES ${rtl_islip_arbiter}
             PARAMS NumPorts=4 NumVcs=4)
tin_verilate(PREFIX Vislip_arbiter_50 TOP islip_arbiter SOURCES ${rtl_islip_arbiter}
             PARAMS NumPorts=50 NumVcs=32)
tin_verilate(PREFIX Vcrossbar_4 TOP crossbar SOURCES ${rtl_crossbar} PARAMS NumPorts=4)
tin_verilate(PREFIX Vcrossbar_50 TOP crossbar SOURCES ${rtl_crossbar} PARAMS NumPorts=50)
foreach(num_ports 4 50)
  tin_verilate(PREFIX Vroute_select_${num_ports} TOP route_select SOURCES ${rtl_route_select}
               PARAMS NumPorts=${num_ports})
endforeach()
tin_verilate(PREFIX Vip_lookup_64 TOP ip_lookup SOURCES ${rtl_ip_lookup}
             PARAMS NumEntries=64 NumMembers=64)
tin_verilate(PREFIX Vreassembly_buffer_4 TOP reassembly_buffer SOURCES ${rtl_reassembly_buffer}
             PARAMS NumContexts=4 NumSlots=20)
tin_verilate(PREFIX Vreassembly_buffer_64 TOP reassembly_buffer SOURCES ${rtl_reassembly_buffer}
             PARAMS NumContexts=64 NumSlots=437)
foreach(num_entries 16 64)
  tin_verilate(PREFIX Vreorder_queue_${num_entries} TOP reorder_queue
               SOURCES ${rtl_reorder_queue} PARAMS NumEntries=${num_entries})
endforeach()
foreach(num_slots 8 256)
  tin_verilate(PREFIX Vcommand_slots_${num_slots} TOP command_slots SOURCES ${rtl_command_slots}
               PARAMS NumSlots=${num_slots})
endforeach()
foreach(num_regions 16 4096)
  tin_verilate(PREFIX Vregion_table_${num_regions} TOP region_table SOURCES ${rtl_region_table}
               PARAMS NumRegions=${num_regions})
endforeach()
foreach(depth 4 256)
  tin_verilate(PREFIX Vsolicitation_${depth} TOP solicitation SOURCES ${rtl_solicitation}
               PARAMS FifoDepth=${depth})
endforeach()
foreach(num_contexts 4 64)
  tin_verilate(PREFIX Vresponse_segmenter_${num_contexts} TOP response_segmenter
               SOURCES ${rtl_response_segmenter} PARAMS NumContexts=${num_contexts})
endforeach()
foreach(num_timers 8 256)
  tin_verilate(PREFIX Vtimeout_wheel_${num_timers} TOP timeout_wheel SOURCES ${rtl_timeout_wheel}
               PARAMS NumTimers=${num_timers})
endforeach()
tin_verilate(PREFIX Vcell_switch_4 TOP cell_switch SOURCES ${rtl_cell_switch}
             PARAMS NumPorts=4 NumVcs=4 MaxWords=64)
tin_verilate(PREFIX Vcell_switch_50 TOP cell_switch SOURCES ${rtl_cell_switch}
             PARAMS NumPorts=50 NumVcs=32 MaxWords=512 WIDE)

# ---- lint: each block as its parameters stand, and its checker; some in another shape too
foreach(block ${rtl_switch_blocks} cell_switch ${rtl_link_blocks} ${rtl_route_blocks}
              ${rtl_ip_blocks} ${rtl_rma_blocks})
  tin_lint(${block} TOP ${block} SOURCES ${rtl_${block}})
  tin_lint(${block}_checker TOP ${block}_checker
           SOURCES ${rtl_pkg} ${rtl_pkg_${block}}
                   ${CMAKE_CURRENT_SOURCE_DIR}/${block}/${block}_checker.sv)
endforeach()
foreach(block fc_sender link_rx fc_receiver)
  tin_lint(${block}_32 TOP ${block} SOURCES ${rtl_${block}} PARAMS NumVcs=32)
endforeach()
tin_lint(fc_sender_1 TOP fc_sender SOURCES ${rtl_fc_sender} PARAMS NumVcs=1)
tin_lint(route_select_50 TOP route_select SOURCES ${rtl_route_select} PARAMS NumPorts=50)
tin_lint(ip_lookup_4096 TOP ip_lookup SOURCES ${rtl_ip_lookup}
         PARAMS NumEntries=4096 NumMembers=4096)
tin_lint(reassembly_buffer_4 TOP reassembly_buffer SOURCES ${rtl_reassembly_buffer}
         PARAMS NumContexts=4 NumSlots=20)
tin_lint(reassembly_buffer_1024 TOP reassembly_buffer SOURCES ${rtl_reassembly_buffer}
         PARAMS NumContexts=1024 NumSlots=4095)
foreach(num_entries 5 64)
  tin_lint(reorder_queue_${num_entries} TOP reorder_queue SOURCES ${rtl_reorder_queue}
           PARAMS NumEntries=${num_entries})
endforeach()
tin_lint(command_slots_6 TOP command_slots SOURCES ${rtl_command_slots} PARAMS NumSlots=6)
tin_lint(region_table_4096 TOP region_table SOURCES ${rtl_region_table} PARAMS NumRegions=4096)
foreach(depth 2 3 128)
  tin_lint(solicitation_${depth} TOP solicitation SOURCES ${rtl_solicitation}
           PARAMS FifoDepth=${depth})
endforeach()
foreach(num_contexts 2 5)
  tin_lint(response_segmenter_${num_contexts} TOP response_segmenter
           SOURCES ${rtl_response_segmenter} PARAMS NumContexts=${num_contexts})
endforeach()
foreach(num_timers 2 3)
  tin_lint(timeout_wheel_${num_timers} TOP timeout_wheel SOURCES ${rtl_timeout_wheel}
           PARAMS NumTimers=${num_timers})
endforeach()
tin_lint(cell_switch_50 TOP cell_switch SOURCES ${rtl_cell_switch}
         PARAMS NumPorts=50 NumVcs=32 MaxWords=512)

include(rtl_mutants.cmake)
