# SPDX-License-Identifier: Apache-2.0
# Traces: which ports they take, and whether what is written is what happened.
set(here ${CMAKE_CURRENT_LIST_DIR})

tinsim_test(platform port_selector SOURCES ${here}/port_selector_test.cpp LIBS tinsim_topology)
tinsim_test(platform trace
  SOURCES ${here}/pcapng_test.cpp ${here}/cell_capture_test.cpp
          ${here}/config_trace_rules_test.cpp ${here}/exanet_frame_test.cpp
  LIBS tinsim_trace tinsim_validate)
tinsim_test(platform traced_run SYSTEMC SOURCES ${here}/traced_run_test.cpp LIBS tinsim_platform)

# An independent reader; without it the tests report skipped.
find_program(TINSIM_PYTHON3 python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(TINSIM_PYTHON3 python3 REQUIRED)
add_test(NAME platform/wireshark_dissector
  COMMAND ${TINSIM_PYTHON3} ${here}/dissector_test.py ${PROJECT_SOURCE_DIR})
set(wireshark_tests platform/wireshark_dissector)
if(TARGET tinsim)
  add_test(NAME platform/wireshark_run
    COMMAND ${TINSIM_PYTHON3} ${here}/trace_run_test.py $<TARGET_FILE:tinsim>
            ${PROJECT_SOURCE_DIR})
  add_test(NAME platform/exanet_traces
    COMMAND ${TINSIM_PYTHON3} ${here}/exanet_trace_test.py $<TARGET_FILE:tinsim>
            ${PROJECT_SOURCE_DIR})
  list(APPEND wireshark_tests platform/wireshark_run platform/exanet_traces)
endif()
set_tests_properties(${wireshark_tests} PROPERTIES LABELS platform TIMEOUT 300
  SKIP_RETURN_CODE 77
  ENVIRONMENT "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1;PYTHONDONTWRITEBYTECODE=1")
