# SPDX-License-Identifier: Apache-2.0
# Timelines and waves of whole runs.
find_program(TINSIM_PYTHON3 python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(TINSIM_PYTHON3 python3 REQUIRED)
add_test(NAME platform/timeline
  COMMAND ${TINSIM_PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/timeline_test.py
          $<TARGET_FILE:tinsim> ${PROJECT_SOURCE_DIR}/configs/traces/sample.csv)
set_tests_properties(platform/timeline PROPERTIES LABELS platform TIMEOUT 300
  ENVIRONMENT SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1)
tinsim_test(platform wave_probe SYSTEMC SOURCES ${CMAKE_CURRENT_LIST_DIR}/wave_probe_test.cpp
            LIBS tinsim_platform tinsim_vcd_reader)
