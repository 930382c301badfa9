# SPDX-License-Identifier: Apache-2.0
# Does the control processor execute as ARMv6-M defines, and do its devices behave as documented?
find_path(UNICORN_INCLUDE_DIR unicorn/unicorn.h)
find_library(UNICORN_LIBRARY unicorn)
tinsim_test(unit ecp_oracle SOURCES ${CMAKE_CURRENT_LIST_DIR}/ecp_oracle_test.cpp LIBS tinsim_ecp)
if(UNICORN_INCLUDE_DIR AND UNICORN_LIBRARY)
  target_compile_definitions(unit_ecp_oracle PRIVATE TINSIM_UNICORN)
  target_include_directories(unit_ecp_oracle SYSTEM PRIVATE ${UNICORN_INCLUDE_DIR})
  target_link_libraries(unit_ecp_oracle PRIVATE ${UNICORN_LIBRARY})
endif()
tinsim_test(unit ecp_core SOURCES ${CMAKE_CURRENT_LIST_DIR}/ecp_instructions_test.cpp
            ${CMAKE_CURRENT_LIST_DIR}/ecp_devices_test.cpp
            ${CMAKE_CURRENT_LIST_DIR}/ecp_exceptions_test.cpp
            ${CMAKE_CURRENT_LIST_DIR}/ecp_images_test.cpp LIBS tinsim_ecp)
