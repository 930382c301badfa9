# SPDX-License-Identifier: Apache-2.0
# The arithmetic of `make budget` and of bench/ranks_model.py.
find_program(TINSIM_PYTHON3 python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(TINSIM_PYTHON3 python3 REQUIRED)
foreach(script budget ranks_model)
  add_test(NAME platform/${script}
    COMMAND ${TINSIM_PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/${script}_test.py ${PROJECT_SOURCE_DIR})
  set_tests_properties(platform/${script} PROPERTIES LABELS platform TIMEOUT 60
    ENVIRONMENT "PYTHONDONTWRITEBYTECODE=1")
endforeach()
