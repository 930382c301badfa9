# SPDX-License-Identifier: Apache-2.0
# The blocks: one row each, in the words of cmake/blocks.cmake. Verilated classes, lint, mutants,
# golden checkers, and the unit, lockstep, pin and checker tests are made from these rows.

# ---- The switch.
# Cell header of 8 bytes: fields and CRC-8.
tin_block(cell_header_codec CellHeaderCodec PART PACKAGES cell_header_pkg
          SHAPES "OnlyShape CYCLES 2000000")
# Input buffer of one port: a queue of cells per VC, credits returned as words.
tin_block(vc_fifo VcFifo PARAMETERS NumVcs MaxWords SHAPES "SmallShape 4 64" "FullShape 32 512"
          SCALING "2 64" "8 64" "16 512")
# Credit at the sender: absolute word counts modulo 4096, per VC.
tin_block(credit_counter CreditCounter PARAMETERS NumVcs SHAPES "SmallShape 4" "FullShape 32"
          SCALING 2 8 16)
# Central arbiter: iSLIP with busy ports, one request per VC and port.
tin_block(islip_arbiter IslipArbiter PARAMETERS NumPorts NumVcs
          SHAPES "SmallShape 4 4" "FullShape 50 32 CYCLES 200000"
          SCALING "2 2" "2 8" "4 16" "6 8" "8 4" "16 4" "16 16")
# The same by a wrapped wave front, for variants.
tin_block(wavefront_arbiter WavefrontArbiter PARAMETERS NumPorts NumVcs
          SHAPES "SmallShape 4 4" "FullShape 50 32 CYCLES 50000" SCALING "2 2" "2 8" "4 16" "8 4" "12 4")
# Arbiter by rounds, iSLIP or round-robin matching, for variants.
tin_block(round_arbiter RoundArbiter PARAMETERS NumPorts NumVcs
          SHAPES "SmallShape 4 4" "FullShape 50 32 CYCLES 50000" SCALING "2 2" "2 8" "4 16" "8 4" "16 4")
# Crossbar: 8 bytes per port and cycle, cells of variable length, cut-through.
tin_block(crossbar Crossbar PARAMETERS NumPorts
          SHAPES "SmallShape 4" "FullShape 50 CYCLES 400000" SCALING 2 6 8 12 16)
# Output buffer of one port, with quality of service between VCs.
tin_block(output_queue OutputQueue PARAMETERS NumVcs SHAPES "SmallShape 4" "FullShape 32"
          SCALING 2 8 16)
# The whole switch: the blocks above, connected.
tin_block(cell_switch CellSwitch PACKAGES cell_header_pkg PARAMETERS NumPorts NumVcs MaxWords
          SHAPES "SmallShape 4 4 64" "FullShape 50 32 512 CYCLES 100000 WIDE"
          LINT "50 32 512"
          PARTS vc_fifo credit_counter islip_arbiter crossbar output_queue)
# The same with a faster crossbar, round-robin matching, shared buffers.
tin_block(variant_switch VariantSwitch PACKAGES cell_header_pkg PARAMETERS NumPorts NumVcs PortWords
          SHAPES "SmallShape 4 4 256" "FullShape 50 32 16384 CYCLES 20000 WIDE"
          LINT "50 32 16384"
          PARTS vc_fifo credit_counter islip_arbiter crossbar output_queue cell_switch round_arbiter)
# One of a cell's candidate ports, by flow hash or by queue length. Straps change with resets only.
tin_block(route_select RouteSelect PARAMETERS NumPorts
          SHAPES "SmallShape 4 RESET_EVERY 1500" "FullShape 50 RESET_EVERY 1500" LINT 50
          SCALING 2 8 16)

# ---- The link, from the switch and back to it.
# Flow-control sets of one port: limits, refresh, reports. Straps change with resets only.
tin_block(fc_sender FcSender PARAMETERS NumVcs
          SHAPES "SmallShape 4 RESET_EVERY 1500" "FullShape 32 RESET_EVERY 1500"
                 "OneVc 1 RESET_EVERY 1500"
          LINT 32 1)
# Ordered set of 8 bytes: code, body and CRC-8.
tin_block(ordered_set_codec OrderedSetCodec PART SHAPES "OnlyShape CYCLES 2000000")
# Chooses the content of each slot of a link. A Mealy block.
tin_block(tx_scheduler TxScheduler SHAPES "OnlyShape CYCLES 2000000")
# Transmit PCS: 66-bit blocks, scrambled, idles.
tin_block(pcs_tx PcsTx)
# RS(70,66) of a global link: 8 blocks to 8 line words.
tin_block(rs_fec_encoder RsFecEncoder PACKAGES rs_fec_pkg)
# Link without FEC: 66-bit blocks to 70-bit line words, 35 per 33.
tin_block(tx_gearbox TxGearbox UNIT_TEST gearbox)
# The reverse, at an alignment that slips.
tin_block(rx_gearbox RxGearbox UNIT_TEST gearbox)
# RS(70,66) decoder: corrects two symbols.
tin_block(rs_fec_decoder RsFecDecoder PACKAGES rs_fec_pkg SHAPES "OnlyShape CYCLES 2000000")
# Receive PCS: block lock, descrambling, code violations.
tin_block(pcs_rx PcsRx SHAPES "OnlyShape CYCLES 2000000")
# Received words: cells to the switch, ordered sets, errors. A Mealy block.
tin_block(link_rx LinkRx PACKAGES cell_header_pkg PARAMETERS NumVcs SHAPES "SmallShape 4" "FullShape 32" LINT 32
          PARTS cell_header_codec ordered_set_codec)
# Received credit limits to the switch; words lost on the wire.
tin_block(fc_receiver FcReceiver PARAMETERS NumVcs SHAPES "SmallShape 4" "FullShape 32" LINT 32)
# State of one end of a link: DOWN, TRAIN, UP, faults.
tin_block(link_state LinkState SHAPES "OnlyShape CYCLES 2000000")
# Delay of a link by PING and PONG.
tin_block(latency_meter LatencyMeter BACK_DOOR SHAPES "OnlyShape CYCLES 2000000")
# MOS words between the control processor and the link.
tin_block(mos_mailbox MosMailbox PARAMETERS TxWords RxWords
          SHAPES "SmallShape 2 3" "FullShape 16 64" LINT "128 128")
# The clock of a chip, set by TIMESYNC messages, which it sends on.
tin_block(time_sync TimeSync PARAMETERS NumPorts BACK_DOOR
          SHAPES "SmallShape 4 CYCLES 2000000" "FullShape 50 CYCLES 500000" LINT 64)

# The switch chip from line word to line word: the switch and the blocks of the link, connected. At
# 50 ports: `make tin-switch`.
tin_block(tin_switch TinSwitch PACKAGES cell_header_pkg rs_fec_pkg PARAMETERS NumPorts NumVcs MaxWords
          SHAPES "SmallShape 4 4 64"
          PARTS cell_header_codec ordered_set_codec vc_fifo credit_counter islip_arbiter crossbar
                output_queue cell_switch link_rx fc_receiver link_state fc_sender tx_scheduler
                latency_meter mos_mailbox pcs_tx rs_fec_encoder tx_gearbox rx_gearbox
                rs_fec_decoder pcs_rx)

# ---- IP: from a packet to cells and back, and the requests between.
# Longest-prefix match of an IP address, one GNet address of its group.
tin_block(ip_lookup IpLookup PARAMETERS NumEntries NumMembers
          SHAPES "SmallShape 64 64" "LongGroups 64 4096 SUFFIX 4096 CYCLES 500000"
          NETWORK "4096 4096 SUFFIX network" LINT "4096 4096"
          SCALING "16 64" "32 64" "16 1024" "256 64")
# Time to live of a forwarded packet, with its checksum, or its end.
tin_block(ttl_update TtlUpdate SHAPES "OnlyShape CYCLES 2000000")
# The bytes of a packet as DATA cells.
tin_block(cellifier Cellifier)
# Which RTS is answered next with a CTS. A Mealy block.
tin_block(cts_scheduler CtsScheduler)
# Space reserved before a CTS; cells in any order, packets complete. Resets are rare, so that
# generations wrap: the small shape has 16384 of them.
tin_block(reassembly_buffer ReassemblyBuffer PARAMETERS NumContexts NumSlots
          SHAPES "SmallShape 4 20 RESET_EVERY 250000" "FullShape 64 437 RESET_EVERY 50000"
          NETWORK "1024 4095" LINT "4 20" "1024 4095" SCALING "16 64" "32 218")
# Packets leave in order within their flow.
tin_block(reorder_queue ReorderQueue PARAMETERS NumEntries SHAPES "SmallShape 16" "FullShape 64"
          LINT 5 64)
# Drop a packet unfetched, or mark it, by the depth of its RTS queue. Resets are rare, so that
# queues fill to their end, 4095.
tin_block(ecn_ctd EcnCtd BACK_DOOR SHAPES "OnlyShape RESET_EVERY 30000")

# ---- 1RMA: from a command to a request, and what answers it.
# Command slots: free, being written, in flight.
tin_block(command_slots CommandSlots PACKAGES rma_pkg PARAMETERS NumSlots
          SHAPES "SmallShape 8" "FullShape 256" LINT 6)
# May a request touch these bytes, and where are they?
tin_block(region_table RegionTable PACKAGES rma_pkg PARAMETERS NumRegions
          SHAPES "SmallShape 16" "FullShape 4096" LINT 4096)
# When an operation may request its data.
tin_block(solicitation Solicitation PACKAGES rma_pkg PARAMETERS FifoDepth BACK_DOOR
          SHAPES "SmallShape 4" "FullShape 256" LINT 2 3 128)
# A request to six words and back.
tin_block(request_codec RequestCodec PACKAGES rma_pkg)
# PCIe completions to RESP cells.
tin_block(response_segmenter ResponseSegmenter PACKAGES rma_pkg PARAMETERS NumContexts BACK_DOOR
          SHAPES "SmallShape 4" "FullShape 64 RESET_EVERY 50000" LINT 2 5)
# One timer for each command slot.
tin_block(timeout_wheel TimeoutWheel PACKAGES rma_pkg PARAMETERS NumTimers BACK_DOOR
          SHAPES "SmallShape 8" "FullShape 256 RESET_EVERY 125000" LINT 2 3)

# ---- Control: what software reads and writes.
# Register bus: plain registers, and the port to all arrays.
tin_block(register_file RegisterFile PACKAGES tin_registers_pkg
          SHAPES "OnlyShape RESET_EVERY 2000")

# ---- ExaNet: router and link of a direct network on FPGAs.
# Header of 128 bits in an extended Hamming code (128,120).
tin_block(exanet_header_ecc ExanetHeaderEcc PACKAGES exanet_pkg PART SHAPES "OnlyShape CYCLES 2000000")
# Dimension order with priority registers, two virtual channels. Straps change with resets only.
tin_block(exanet_dor_stage ExanetDorStage PACKAGES exanet_pkg SHAPES "OnlyShape CYCLES 2000000 RESET_EVERY 500")
# Virtual cut-through: which packets have space behind an output. A Mealy block.
tin_block(exanet_vct_gate ExanetVctGate PACKAGES exanet_pkg PARAMETERS NumRequests
          SHAPES "SmallShape 7 RESET_EVERY 1500" "TorusShape 15 RESET_EVERY 1500" LINT 2 16)
# Packets and credit words on an APElink.
tin_block(exanet_apelink_framer ExanetApelinkFramer PACKAGES exanet_pkg SHAPES "OnlyShape CYCLES 2000000")
# Credits of an APElink with threshold and health bits.
tin_block(exanet_credit_manager ExanetCreditManager PACKAGES exanet_pkg SHAPES "OnlyShape CYCLES 2000000")
# The router: the first three of these, connected.
tin_block(exanet_router ExanetRouter PACKAGES exanet_pkg
          PARAMETERS NumIntra NumInter HeaderWords IntraWords InterWords
          SHAPES "SmallShape 3 2 8 64 64 SUFFIX small"
                 "FullShape 3 2 128 4096 1024 SUFFIX full CYCLES 500000"
                 "TorusShape 3 6 16 128 64 SUFFIX torus CYCLES 500000"
          NETWORK "3 6 128 4096 1024 SUFFIX paper"
          LINT "3 2 128 4096 1024" PARTS exanet_header_ecc exanet_dor_stage exanet_vct_gate)

tin_check_blocks()
