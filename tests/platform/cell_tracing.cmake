# SPDX-License-Identifier: Apache-2.0
# Cell tracing: records, their way to the collector, and paths.
set(here ${CMAKE_CURRENT_LIST_DIR})
tinsim_test(platform cell_tracing_run SYSTEMC
            SOURCES ${here}/cell_tracing_run_test.cpp ${here}/traced_packets_test.cpp LIBS tinsim_platform)
find_program(TINSIM_PYTHON3 python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(TINSIM_PYTHON3 python3 REQUIRED)
if(TARGET tinsim)
  foreach(suite Paths BlackHoles Files Dissector)
    add_test(NAME platform/cell_trace.${suite}
      COMMAND ${TINSIM_PYTHON3} ${here}/cell_trace_test.py $<TARGET_FILE:tinsim>
              ${PROJECT_SOURCE_DIR} ${suite})
    set_tests_properties(platform/cell_trace.${suite} PROPERTIES LABELS platform TIMEOUT 300
      SKIP_RETURN_CODE 77
      ENVIRONMENT "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1;PYTHONDONTWRITEBYTECODE=1")
  endforeach()
endif()
