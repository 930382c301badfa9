# SPDX-License-Identifier: Apache-2.0
# Is the host's side of the chip right: memory, PCIe packets, link, TLM-2.0 sockets?
set(here ${CMAKE_CURRENT_LIST_DIR})
tinsim_test(unit host_memory SOURCES ${here}/host_memory_test.cpp LIBS tinsim_host)
tinsim_test(unit pcie_tlp SOURCES ${here}/pcie_tlp_test.cpp LIBS tinsim_blocks)
tinsim_test(unit pcie_link SOURCES ${here}/pcie_link_test.cpp ${here}/pcie_traffic_test.cpp
            LIBS tinsim_pcie_link)
tinsim_test(unit tlm_checker SYSTEMC SOURCES ${here}/tlm_checker_test.cpp
            LIBS tinsim_tlm_checker tinsim_tin GTest::gmock)
tinsim_test(unit pcie_tlm SYSTEMC SOURCES ${here}/pcie_tlm_test.cpp ${here}/pcie_rude_test.cpp
                    ${here}/host_memory_target_test.cpp
            LIBS tinsim_pcie tinsim_tlm_checker GTest::gmock)

# The example of docs/pcie.md: a command goes down, 4 KB and a completion come up. By the formulas
# there, in cycles: the first request arrives after 1, its data is ready after 240, 16 completions of
# 276 octets take 125 in all: 366, or 915 ns.
add_executable(pcie_host_example ${PROJECT_SOURCE_DIR}/testbench/pcie_host_example.cpp)
target_link_libraries(pcie_host_example PRIVATE tinsim_pcie)
add_test(NAME unit/pcie_host_example COMMAND pcie_host_example)
set_tests_properties(unit/pcie_host_example PROPERTIES LABELS unit TIMEOUT 60
  ENVIRONMENT "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1"
  PASS_REGULAR_EXPRESSION "status 0, 4096 bytes in 915 ns.*first 171, last 171")
