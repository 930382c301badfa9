# SPDX-License-Identifier: Apache-2.0
# Does a run with several Verilated chips touch memory that is gone? What Verilator makes is never
# instrumented, so sanitizers do not see it; Valgrind does, and cannot run what they instrument.
if(TINSIM_RTL AND NOT TINSIM_ASAN)
  find_program(TINSIM_VALGRIND valgrind REQUIRED)
  function(memcheck_test name)
    add_test(NAME platform/memcheck_${name}
             COMMAND ${TINSIM_VALGRIND} --quiet --error-exitcode=99 ${ARGN})
    set_tests_properties(platform/memcheck_${name} PROPERTIES LABELS platform TIMEOUT 300
      ENVIRONMENT SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1)
  endfunction()
  memcheck_test(blocks $<TARGET_FILE:lockstep_rtl_lifetime>)
  foreach(impl rtl lockstep)
    memcheck_test(chips_${impl} $<TARGET_FILE:tinsim> run ${PROJECT_SOURCE_DIR}/tests/data/rtl_chips.yaml
                  --set tin.impl=${impl} --set run.measure_us=0.1)
  endforeach()
endif()
