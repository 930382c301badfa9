# tinsim_test(<label> <name> SOURCES ... LIBS ...): one GoogleTest executable whose tests carry
# <label> (the folder below tests/) in ctest. `MAIN` picks who provides main(): gtest (default) or
# systemc, for tests that elaborate modules.
function(tinsim_test label name)
  cmake_parse_arguments(T "SYSTEMC" "TIMEOUT" "SOURCES;LIBS" ${ARGN})
  set(target ${label}_${name})
  add_executable(${target} ${T_SOURCES})
  target_link_libraries(${target} PRIVATE tinsim_options ${T_LIBS} GTest::gtest)
  if(T_SYSTEMC)
    target_link_libraries(${target} PRIVATE tinsim_sc_gtest_main)
  else()
    target_link_libraries(${target} PRIVATE GTest::gtest_main)
  endif()
  if(NOT T_TIMEOUT)
    set(T_TIMEOUT 300)
  endif()
  target_compile_definitions(${target} PRIVATE TINSIM_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
                                               TINSIM_BINARY_DIR="${PROJECT_BINARY_DIR}")
  gtest_discover_tests(${target} TEST_PREFIX "${label}/" DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS ${label} TIMEOUT ${T_TIMEOUT}
    ENVIRONMENT "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1")
endfunction()
