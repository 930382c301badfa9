# SPDX-License-Identifier: Apache-2.0
# Reports: do they show what the result files say, and nothing else?
set(here ${CMAKE_CURRENT_LIST_DIR})

tinsim_test(platform report SOURCES ${here}/report_data_test.cpp ${here}/report_page_test.cpp
  LIBS tinsim_report fmt::fmt)

# In a browser; without Chromium, or in a build without Vega, these report skipped.
if(TARGET tinsim)
  find_program(TINSIM_PYTHON3 python3 PATHS /usr/bin NO_DEFAULT_PATH)
  find_program(TINSIM_PYTHON3 python3 REQUIRED)
  foreach(what run sweep verdict hostile)
    add_test(NAME platform/report_in_browser_${what}
      COMMAND ${TINSIM_PYTHON3} ${here}/report_${what}_test.py $<TARGET_FILE:tinsim>
              ${PROJECT_SOURCE_DIR})
    set_tests_properties(platform/report_in_browser_${what} PROPERTIES LABELS platform TIMEOUT 300
      SKIP_RETURN_CODE 77
      ENVIRONMENT "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1;PYTHONDONTWRITEBYTECODE=1")
  endforeach()
endif()
