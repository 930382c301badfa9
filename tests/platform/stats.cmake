# SPDX-License-Identifier: Apache-2.0
find_package(rapidcheck CONFIG REQUIRED)

tinsim_test(platform histogram SOURCES stats_histogram_test.cpp
            LIBS tinsim_result rapidcheck rapidcheck_gtest)
tinsim_test(platform steady SOURCES quantile_interval_test.cpp stats_interval_test.cpp stats_steady_test.cpp LIBS tinsim_result)
tinsim_test(platform writer SOURCES stats_sections_test.cpp stats_table_test.cpp stats_writer_test.cpp
            LIBS tinsim_result fmt::fmt)
tinsim_test(platform result_reference SYSTEMC SOURCES result_reference_test.cpp
            LIBS tinsim_result tinsim_platform)
tinsim_test(platform verdict SOURCES verdict_test.cpp LIBS tinsim_result)

if(TARGET tinsim)
  find_program(TINSIM_PYTHON3 python3 PATHS /usr/bin NO_DEFAULT_PATH)
  find_program(TINSIM_PYTHON3 python3 REQUIRED)
  add_test(NAME platform/verdict_run
    COMMAND ${TINSIM_PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/verdict_run_test.py $<TARGET_FILE:tinsim>
            ${PROJECT_SOURCE_DIR})
  set_tests_properties(platform/verdict_run PROPERTIES LABELS platform TIMEOUT 300
    ENVIRONMENT "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1;PYTHONDONTWRITEBYTECODE=1")
endif()
tinsim_test(platform host_service SOURCES host_service_test.cpp LIBS tinsim_result fmt::fmt)
