# SPDX-License-Identifier: Apache-2.0
# Is the configuration understood, and is every mistake reported?
set(here ${CMAKE_CURRENT_LIST_DIR})

find_package(rapidcheck CONFIG REQUIRED)

tinsim_test(platform config
  SOURCES
    ${here}/config_reader_test.cpp
    ${here}/config_override_test.cpp
    ${here}/config_validate_test.cpp
    ${here}/config_traffic_rules_test.cpp
    ${here}/config_round_trip_test.cpp
    ${here}/config_base_test.cpp
    ${here}/config_number_range_test.cpp
    ${here}/config_key_uses_test.cpp
    ${here}/config_table_test.cpp
    ${here}/printable_test.cpp
  LIBS tinsim_validate rapidcheck fmt::fmt)

if(TARGET tinsim)
  tinsim_test(platform cli SYSTEMC
    SOURCES
      ${here}/cli_program_test.cpp
      ${here}/cli_output_dir_test.cpp
      ${here}/cli_derived_test.cpp
    LIBS tinsim_cli)
  add_dependencies(platform_cli tinsim)
  target_compile_definitions(platform_cli PRIVATE TINSIM_PROGRAM="$<TARGET_FILE:tinsim>"
                             $<$<BOOL:${TINSIM_RTL}>:TINSIM_RTL>)

  # An independent validator, reading YAML with an independent parser. Debian's Python has both
  # modules; another Python on the PATH may not.
  find_program(TINSIM_PYTHON3 python3 PATHS /usr/bin NO_DEFAULT_PATH)
  find_program(TINSIM_PYTHON3 python3 REQUIRED)
  add_test(NAME platform/config_schema
    COMMAND ${TINSIM_PYTHON3} ${here}/config_schema_test.py $<TARGET_FILE:tinsim>
            ${PROJECT_SOURCE_DIR}/configs)
  set_tests_properties(platform/config_schema PROPERTIES LABELS platform TIMEOUT 120
    ENVIRONMENT "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1")
endif()
