# SPDX-License-Identifier: Apache-2.0
# Is the documentation true, and the tree built as it says?
find_program(TINSIM_PYTHON3 python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(TINSIM_PYTHON3 python3 REQUIRED)
add_test(NAME platform/testplan
  COMMAND ${TINSIM_PYTHON3} ${PROJECT_SOURCE_DIR}/scripts/check_testplan.py ${PROJECT_SOURCE_DIR})
add_test(NAME platform/testplan_check
  COMMAND ${TINSIM_PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/testplan_test.py)
add_test(NAME platform/includes
  COMMAND ${TINSIM_PYTHON3} ${PROJECT_SOURCE_DIR}/scripts/check_includes.py ${PROJECT_SOURCE_DIR})
add_test(NAME platform/includes_check
  COMMAND ${TINSIM_PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/includes_test.py)
set_tests_properties(platform/testplan platform/testplan_check platform/includes
  platform/includes_check PROPERTIES LABELS platform TIMEOUT 60)
