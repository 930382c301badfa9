# SPDX-License-Identifier: Apache-2.0
# The command `tinsim wan`: configuration, text, JSON, report.
set(here ${CMAKE_CURRENT_LIST_DIR})
tinsim_test(platform wan_result SOURCES ${here}/wan_result_test.cpp LIBS tinsim_wan_command)

find_program(TINSIM_PYTHON3 python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(TINSIM_PYTHON3 python3 REQUIRED)
if(TARGET tinsim)
  add_test(NAME platform/wan_command
    COMMAND ${TINSIM_PYTHON3} ${here}/wan_command_test.py $<TARGET_FILE:tinsim> ${PROJECT_SOURCE_DIR})
  set_tests_properties(platform/wan_command PROPERTIES LABELS platform TIMEOUT 300
    ENVIRONMENT "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1;PYTHONDONTWRITEBYTECODE=1")
  # In a browser; without Chromium, or in a build without Vega, it reports skipped.
  add_test(NAME platform/report_in_browser_wan
    COMMAND ${TINSIM_PYTHON3} ${here}/report_wan_test.py $<TARGET_FILE:tinsim> ${PROJECT_SOURCE_DIR})
  set_tests_properties(platform/report_in_browser_wan PROPERTIES LABELS platform TIMEOUT 300 SKIP_RETURN_CODE 77
    ENVIRONMENT "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1;PYTHONDONTWRITEBYTECODE=1")
endif()
