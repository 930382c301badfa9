# SPDX-License-Identifier: Apache-2.0
# Timelines and waves of whole runs.
if(TARGET tinsim_fst)
  find_program(TINSIM_PYTHON3 python3 PATHS /usr/bin NO_DEFAULT_PATH)
  find_program(TINSIM_PYTHON3 python3 REQUIRED)
  if(TARGET tinsim)
    add_test(NAME platform/timeline
      COMMAND ${TINSIM_PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/timeline_test.py
              $<TARGET_FILE:tinsim> ${PROJECT_SOURCE_DIR}/configs/traces/sample.csv)
    set_tests_properties(platform/timeline PROPERTIES LABELS platform TIMEOUT 300
      ENVIRONMENT SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1)
  endif()
  tinsim_test(platform wave_probe SYSTEMC SOURCES ${CMAKE_CURRENT_LIST_DIR}/wave_probe_test.cpp
              LIBS tinsim_platform tinsim_vcd_reader)
  if(TINSIM_RTL)
    target_compile_definitions(platform_wave_probe PRIVATE TINSIM_RTL)
  endif()
endif()
