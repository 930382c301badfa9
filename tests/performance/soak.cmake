# SPDX-License-Identifier: Apache-2.0
# 10^7 cell-hops of what `make soak` does at length.
if(TARGET tinsim)
  find_program(TINSIM_PYTHON3 python3 PATHS /usr/bin NO_DEFAULT_PATH)
  find_program(TINSIM_PYTHON3 python3 REQUIRED)
  set(short_soak ${CMAKE_CURRENT_BINARY_DIR}/short_soak)
  add_test(NAME performance/soak
    COMMAND ${TINSIM_PYTHON3} ${PROJECT_SOURCE_DIR}/scripts/soak.py $<TARGET_FILE:tinsim>
            ${PROJECT_SOURCE_DIR}/configs/soak/short.yaml --out ${short_soak}/points
            --hops 10000000 --jobs 1)
  set_tests_properties(performance/soak PROPERTIES LABELS performance TIMEOUT 300
    ENVIRONMENT SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1 FIXTURES_REQUIRED short_soak)
  # Results of an earlier run would count as done.
  add_test(NAME performance/soak_starts_from_nothing
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${short_soak})
  set_tests_properties(performance/soak_starts_from_nothing PROPERTIES LABELS performance
    FIXTURES_SETUP short_soak)
endif()
