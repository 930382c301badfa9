# SPDX-License-Identifier: Apache-2.0
# The checks of `make soak`.
if(TARGET tinsim)
  find_program(TINSIM_PYTHON3 python3 PATHS /usr/bin NO_DEFAULT_PATH)
  find_program(TINSIM_PYTHON3 python3 REQUIRED)
  add_test(NAME platform/soak_checks
    COMMAND ${TINSIM_PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/soak_test.py $<TARGET_FILE:tinsim>
            ${PROJECT_SOURCE_DIR})
  set_tests_properties(platform/soak_checks PROPERTIES LABELS platform TIMEOUT 300
    ENVIRONMENT "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1;PYTHONDONTWRITEBYTECODE=1")
endif()
