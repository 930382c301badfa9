# SPDX-License-Identifier: Apache-2.0
# Do users' own TLM-2.0 models work at the hosts of a whole network?
tinsim_test(platform open_host SYSTEMC SOURCES ${CMAKE_CURRENT_LIST_DIR}/open_host_test.cpp
                    ${CMAKE_CURRENT_LIST_DIR}/open_host_misuse_test.cpp
            LIBS tinsim_platform tinsim_tlm_checker)

# The example of docs/guide/attach.md. In cycles, by the formulas of docs/reference/rma.md, docs/reference/pcie.md and
# docs/explanation/architecture.md: a cell of n words passes three chips, a local and the global link in
# 3 x 16 + 2 + 100 + 12 + n - 1; the read takes 40 + 8 + 167 + 40 + 1 + 240 + 5 + 40 + 181 + 40 = 762,
# or 1905 ns. Before it, four stores on the link 5 and mmio_ns 40; after it, data and completion on
# the link 6 and write_ns 100: 913, or 2282.5 ns, seen by the next poll.
add_executable(pcie_host_example ${PROJECT_SOURCE_DIR}/testbench/pcie_host_example.cpp)
target_link_libraries(pcie_host_example PRIVATE tinsim_platform)
add_test(NAME platform/pcie_host_example
  COMMAND pcie_host_example ${PROJECT_SOURCE_DIR}/testbench/two_pods.yaml)
set_tests_properties(platform/pcie_host_example PROPERTIES LABELS platform TIMEOUT 60
  ENVIRONMENT "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1" PASS_REGULAR_EXPRESSION
  "status 0, 128 bytes in 1905 ns, seen 2290 ns after the first store, first 100, last 227")
