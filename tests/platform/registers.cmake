# SPDX-License-Identifier: Apache-2.0
# Networks whose tables are written through registers.
tinsim_test(platform route_registers SYSTEMC
            SOURCES ${CMAKE_CURRENT_LIST_DIR}/route_registers_test.cpp
            LIBS tinsim_platform tinsim_chip_registers)
tinsim_test(platform ip_registers SYSTEMC
            SOURCES ${CMAKE_CURRENT_LIST_DIR}/ip_registers_test.cpp
            LIBS tinsim_platform tinsim_chip_registers)
tinsim_test(platform chip_registers SYSTEMC
            SOURCES ${CMAKE_CURRENT_LIST_DIR}/chip_registers_test.cpp
            LIBS tinsim_platform tinsim_chip_registers)
tinsim_test(platform switch_registers SYSTEMC
            SOURCES ${CMAKE_CURRENT_LIST_DIR}/switch_registers_test.cpp
            LIBS tinsim_platform tinsim_chip_registers)
if(TINSIM_RTL)
  target_compile_definitions(platform_switch_registers PRIVATE TINSIM_RTL)
endif()
