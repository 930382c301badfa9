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
add_test(NAME platform/docs
  COMMAND ${TINSIM_PYTHON3} ${PROJECT_SOURCE_DIR}/scripts/check_docs.py ${PROJECT_SOURCE_DIR})
add_test(NAME platform/docs_check COMMAND ${TINSIM_PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/docs_test.py)
add_test(NAME platform/language
  COMMAND ${TINSIM_PYTHON3} -B ${PROJECT_SOURCE_DIR}/scripts/check_language.py ${PROJECT_SOURCE_DIR})
add_test(NAME platform/language_check COMMAND ${TINSIM_PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/language_test.py)
set_tests_properties(platform/testplan platform/testplan_check platform/includes
  platform/includes_check platform/docs platform/docs_check platform/language platform/language_check PROPERTIES LABELS platform TIMEOUT 60)

# Tables of `make synth`, and what it needs of the SystemVerilog.
add_test(NAME platform/synth
  COMMAND ${TINSIM_PYTHON3} -B ${CMAKE_CURRENT_LIST_DIR}/synth_test.py)
set_tests_properties(platform/synth PROPERTIES LABELS platform TIMEOUT 60)

# Properties and tables of `make formal`, and one proof where its tools are installed.
if(TINSIM_RTL)
  add_test(NAME platform/formal
    COMMAND ${TINSIM_PYTHON3} -B ${CMAKE_CURRENT_LIST_DIR}/formal_test.py ${TIN_GENERATED})
  set_tests_properties(platform/formal PROPERTIES LABELS platform TIMEOUT 300)
endif()

# Pictures are those that the script draws.
add_test(NAME lint/pictures
  COMMAND ${TINSIM_PYTHON3} -B ${PROJECT_SOURCE_DIR}/scripts/draw_pictures.py --check)
set_tests_properties(lint/pictures PROPERTIES LABELS lint TIMEOUT 60)

# Sources are formatted; without clang-format nothing is said.
find_program(CLANG_FORMAT clang-format)
if(CLANG_FORMAT)
  add_test(NAME lint/format COMMAND make -s -C ${PROJECT_SOURCE_DIR} check-format)
  set_tests_properties(lint/format PROPERTIES LABELS lint TIMEOUT 120)
endif()
