# The headers that most tests begin with, compiled once per level of optimisation.
function(tinsim_precompiled name)
  add_library(${name} OBJECT ${PROJECT_SOURCE_DIR}/testbench/precompiled.cpp)
  target_compile_options(${name} PRIVATE ${ARGN})
  target_link_libraries(${name} PRIVATE tinsim_options GTest::gtest)
  target_precompile_headers(${name} PRIVATE ${PROJECT_SOURCE_DIR}/testbench/precompiled.h)
endfunction()

# Tests of these labels have their time in the libraries, and the compiler takes a quarter less.
set(TINSIM_SHORT_TESTS unit dpi platform)
set(TINSIM_SHORT_FLAGS $<$<CONFIG:Release>:-O1>)
# ccache asks for -fpch-preprocess.
set(TINSIM_PCH_FLAGS $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
tinsim_precompiled(tinsim_precompiled ${TINSIM_PCH_FLAGS})
tinsim_precompiled(tinsim_precompiled_short ${TINSIM_PCH_FLAGS} ${TINSIM_SHORT_FLAGS})

# tinsim_test(<label> <name> SOURCES ... LIBS ...): one GoogleTest executable whose tests carry
# <label> (the folder below tests/) in ctest. `MAIN` picks who provides main(): gtest (default) or
# systemc, for tests that elaborate modules. SHORT: compile as the
# labels of short tests are.
function(tinsim_test label name)
  cmake_parse_arguments(T "SYSTEMC;SHORT" "TIMEOUT" "SOURCES;LIBS" ${ARGN})
  set(target ${label}_${name})
  add_executable(${target} ${T_SOURCES})
  target_link_libraries(${target} PRIVATE tinsim_options ${T_LIBS} GTest::gtest)
  target_compile_options(${target} PRIVATE ${TINSIM_PCH_FLAGS})
  if(label IN_LIST TINSIM_SHORT_TESTS OR T_SHORT)
    target_compile_options(${target} PRIVATE ${TINSIM_SHORT_FLAGS})
    target_precompile_headers(${target} REUSE_FROM tinsim_precompiled_short)
  else()
    target_precompile_headers(${target} REUSE_FROM tinsim_precompiled)
  endif()
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
