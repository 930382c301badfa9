# SPDX-License-Identifier: Apache-2.0
# Sweeps: the points that a file stands for, and that each is run once, whatever happens.
set(here ${CMAKE_CURRENT_LIST_DIR})

tinsim_test(platform sweep SOURCES ${here}/sweep_spec_test.cpp ${here}/sweep_expand_test.cpp
  ${here}/sweep_table_test.cpp
  LIBS tinsim_sweep)

find_program(TINSIM_PYTHON3 python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(TINSIM_PYTHON3 python3 REQUIRED)
if(TARGET tinsim)
  foreach(what run tables warm_start draws examples)
    add_test(NAME platform/sweep_${what}
      COMMAND ${TINSIM_PYTHON3} ${here}/sweep_${what}_test.py $<TARGET_FILE:tinsim>
              ${PROJECT_SOURCE_DIR})
    set_tests_properties(platform/sweep_${what} PROPERTIES LABELS platform TIMEOUT 300
      SKIP_RETURN_CODE 77
      ENVIRONMENT "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1;PYTHONDONTWRITEBYTECODE=1")
  endforeach()
endif()
