# SPDX-License-Identifier: Apache-2.0
# Is the host's side of the chip right: memory, PCIe packets, link, TLM-2.0 sockets?
set(here ${CMAKE_CURRENT_LIST_DIR})
tinsim_test(unit host_memory SOURCES ${here}/host_memory_test.cpp LIBS tinsim_host)
tinsim_test(unit pcie_tlp SOURCES ${here}/pcie_tlp_test.cpp LIBS tinsim_blocks)
tinsim_test(unit pcie_link SOURCES ${here}/pcie_link_test.cpp ${here}/pcie_traffic_test.cpp ${here}/pcie_replay_test.cpp
                    ${here}/pcie_replay_buffer_test.cpp ${here}/pcie_credit_time_test.cpp ${here}/pcie_run_reads_test.cpp
                    ${here}/pcie_withdraw_test.cpp
            LIBS tinsim_pcie_link)
tinsim_test(unit tlm_checker SYSTEMC SOURCES ${here}/tlm_checker_test.cpp
                    ${here}/tlm_checker_phases_test.cpp
            LIBS tinsim_tlm_checker tinsim_tin GTest::gmock)
tinsim_test(unit pcie_tlm SYSTEMC SOURCES ${here}/pcie_tlm_test.cpp ${here}/pcie_tlm_dma_test.cpp
                    ${here}/pcie_misuse_test.cpp ${here}/pcie_misuse_payload_test.cpp
                    ${here}/host_memory_target_test.cpp
            LIBS tinsim_sockets tinsim_tlm_checker GTest::gmock)
tinsim_test(unit nic SOURCES ${here}/nic_test.cpp ${here}/nic_rings_test.cpp LIBS tinsim_nic)
