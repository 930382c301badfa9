# SPDX-License-Identifier: Apache-2.0
# Hostile users: bad input of every kind, and unusual valid input.
set(here ${CMAKE_CURRENT_LIST_DIR})

if(TARGET tinsim)
  tinsim_test(platform hostile_use SYSTEMC SOURCES ${here}/adversary_cli_test.cpp LIBS tinsim_cli)
  add_dependencies(platform_hostile_use tinsim)
  target_compile_definitions(platform_hostile_use PRIVATE
    TINSIM_PROGRAM="$<TARGET_FILE:tinsim>")

  find_program(TINSIM_PYTHON3 python3 PATHS /usr/bin NO_DEFAULT_PATH)
  find_program(TINSIM_PYTHON3 python3 REQUIRED)
  foreach(what hostile_files input_limits)
    add_test(NAME platform/${what}
      COMMAND ${TINSIM_PYTHON3} ${here}/${what}_test.py $<TARGET_FILE:tinsim> ${PROJECT_SOURCE_DIR})
    set_tests_properties(platform/${what} PROPERTIES LABELS platform TIMEOUT 300
      ENVIRONMENT "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1;PYTHONDONTWRITEBYTECODE=1")
  endforeach()
endif()

tinsim_test(platform hostile_capture SOURCES ${here}/adversary_capture_test.cpp
  LIBS tinsim_traffic tinsim_pcap)

tinsim_test(platform random_configurations SYSTEMC SOURCES ${here}/adversary_random_run_test.cpp
  LIBS tinsim_platform fmt::fmt)
