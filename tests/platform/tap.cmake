# SPDX-License-Identifier: Apache-2.0
# TAP devices at IP ports: frames, recordings, replay, and Linux programs where the machine allows it.
set(here ${CMAKE_CURRENT_LIST_DIR})
tinsim_test(platform tap_parts SOURCES ${here}/tap_parts_test.cpp ${here}/tap_recording_test.cpp LIBS tinsim_tap)
tinsim_test(platform tap_run SYSTEMC SOURCES ${here}/tap_config_test.cpp ${here}/tap_run_test.cpp LIBS tinsim_platform)
find_program(TINSIM_PYTHON3 python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(TINSIM_PYTHON3 python3 REQUIRED)
if(TARGET tinsim)
  foreach(suite Programs Refusals)
    add_test(NAME platform/tap_live.${suite}
      COMMAND ${TINSIM_PYTHON3} ${here}/tap_live_test.py $<TARGET_FILE:tinsim> ${PROJECT_SOURCE_DIR} ${suite})
    set_tests_properties(platform/tap_live.${suite} PROPERTIES LABELS platform TIMEOUT 300 SKIP_RETURN_CODE 77
      ENVIRONMENT "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1;PYTHONDONTWRITEBYTECODE=1")
  endforeach()
endif()
