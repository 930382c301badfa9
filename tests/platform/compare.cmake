# SPDX-License-Identifier: Apache-2.0
# Curves of sweeps, comparisons of results and the live page of a run: figures by closed form, and the commands.
set(here ${CMAKE_CURRENT_LIST_DIR})

tinsim_test(platform compare SOURCES ${here}/compare_test.cpp ${here}/curves_test.cpp
  ${here}/mean_difference_test.cpp LIBS tinsim_compare)
tinsim_test(platform run_meter SYSTEMC SOURCES ${here}/run_meter_test.cpp LIBS tinsim_cli tinsim_watch)

find_program(TINSIM_PYTHON3 python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(TINSIM_PYTHON3 python3 REQUIRED)
if(TARGET tinsim)
  set(all compare_command sweep_view switch_variants watch)
  if(NOT TINSIM_ASAN)  # a checkpoint does not hold the memory of sanitizers
    list(APPEND all checkpoint)
  endif()
  foreach(what IN LISTS all)
    add_test(NAME platform/${what}
      COMMAND ${TINSIM_PYTHON3} ${here}/${what}_test.py $<TARGET_FILE:tinsim> ${PROJECT_SOURCE_DIR})
    set_tests_properties(platform/${what} PROPERTIES LABELS platform TIMEOUT 300
      ENVIRONMENT "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1;PYTHONDONTWRITEBYTECODE=1")
  endforeach()
endif()
