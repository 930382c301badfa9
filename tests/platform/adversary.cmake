# SPDX-License-Identifier: Apache-2.0
# Hostile users: bad input of every kind, and valid input that nobody thought of.
set(here ${CMAKE_CURRENT_LIST_DIR})

if(TARGET tinsim)
  tinsim_test(platform hostile_use SYSTEMC SOURCES ${here}/adversary_cli_test.cpp LIBS tinsim_cli)
  add_dependencies(platform_hostile_use tinsim)
  target_compile_definitions(platform_hostile_use PRIVATE
    TINSIM_PROGRAM="$<TARGET_FILE:tinsim>")
endif()

tinsim_test(platform hostile_capture SOURCES ${here}/adversary_capture_test.cpp
  LIBS tinsim_traffic tinsim_pcap)

tinsim_test(platform random_configurations SYSTEMC SOURCES ${here}/adversary_random_run_test.cpp
  LIBS tinsim_platform fmt::fmt)
