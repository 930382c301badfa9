# SPDX-License-Identifier: Apache-2.0
tinsim_test(platform impl SYSTEMC SOURCES ${CMAKE_CURRENT_LIST_DIR}/impl_test.cpp
            LIBS tinsim_platform)
if(TINSIM_RTL)
  target_compile_definitions(platform_impl PRIVATE TINSIM_RTL)
endif()
