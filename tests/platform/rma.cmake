# SPDX-License-Identifier: Apache-2.0
# 1RMA in whole networks.
foreach(name rma_path rma_data rma_registers rma_shapes rma_timeout rma_traffic)
  tinsim_test(platform ${name} SYSTEMC SOURCES ${CMAKE_CURRENT_LIST_DIR}/${name}_test.cpp
              LIBS tinsim_platform)
endforeach()
if(TINSIM_RTL)
  target_compile_definitions(platform_rma_traffic PRIVATE TINSIM_RTL)
endif()
tinsim_test(platform config_rma SYSTEMC
            SOURCES ${CMAKE_CURRENT_LIST_DIR}/config_rma_test.cpp LIBS tinsim_platform)
