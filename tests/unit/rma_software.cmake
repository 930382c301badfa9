# SPDX-License-Identifier: Apache-2.0
# Is the software of 1RMA right: congestion control, transfers, CliqueMap?
tinsim_test(unit rma_aimd SOURCES ${CMAKE_CURRENT_LIST_DIR}/rma_aimd_test.cpp
            ${CMAKE_CURRENT_LIST_DIR}/rma_aimd_loop_test.cpp LIBS tinsim_rma_software)
foreach(name rma_client software_memory)
  tinsim_test(unit ${name} SOURCES ${CMAKE_CURRENT_LIST_DIR}/${name}_test.cpp
              LIBS tinsim_rma_software)
endforeach()
tinsim_test(unit zipf SOURCES ${CMAKE_CURRENT_LIST_DIR}/zipf_test.cpp LIBS tinsim_traffic)
tinsim_test(unit cliquemap
            SOURCES ${CMAKE_CURRENT_LIST_DIR}/cliquemap_client_test.cpp
                    ${CMAKE_CURRENT_LIST_DIR}/cliquemap_concurrent_test.cpp
                    ${CMAKE_CURRENT_LIST_DIR}/cliquemap_layout_test.cpp
                    ${CMAKE_CURRENT_LIST_DIR}/cliquemap_requests_test.cpp
            LIBS tinsim_rma_software)
