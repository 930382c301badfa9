# SPDX-License-Identifier: Apache-2.0
# Runs that a signal ends early.
set(here ${CMAKE_CURRENT_LIST_DIR})
tinsim_test(platform cut_run SYSTEMC SOURCES ${here}/cut_run_test.cpp LIBS tinsim_platform)
find_program(TINSIM_PYTHON3 python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(TINSIM_PYTHON3 python3 REQUIRED)
foreach(suite Runs Sweeps)
  add_test(NAME platform/signals.${suite}
    COMMAND ${TINSIM_PYTHON3} ${here}/signals_test.py $<TARGET_FILE:tinsim> ${suite})
  set_tests_properties(platform/signals.${suite} PROPERTIES LABELS platform TIMEOUT 300 PROCESSORS 2
    ENVIRONMENT "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1;PYTHONDONTWRITEBYTECODE=1")
endforeach()
