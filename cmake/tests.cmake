# tinsim_precompile(<target> ...): as target_precompile_headers, for ccache too, which with g++ requires the
# option.
function(tinsim_precompile target)
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
  target_precompile_headers(${target} ${ARGN})
endfunction()

# The headers that most tests begin with are compiled once per level of optimisation. Tests of these
# labels have their time in the libraries.
set(TINSIM_SHORT_TESTS unit dpi platform)
foreach(name tinsim_precompiled tinsim_precompiled_short)
  add_library(${name} OBJECT ${PROJECT_SOURCE_DIR}/testbench/precompiled.cpp)
  target_link_libraries(${name} PRIVATE tinsim_options fmt::fmt GTest::gtest)
  tinsim_precompile(${name} PRIVATE ${PROJECT_SOURCE_DIR}/testbench/precompiled.h)
endforeach()
target_compile_options(tinsim_precompiled_short PRIVATE ${TINSIM_SHORT_FLAGS})

# tinsim_test(<label> <name> SOURCES ... LIBS ...): one GoogleTest executable whose tests carry
# <label> (the folder below tests/) in ctest. `MAIN` picks who provides main(): gtest (default) or
# systemc, for tests that elaborate modules. SHORT: compile it as those labels are.
function(tinsim_test label name)
  cmake_parse_arguments(T "SYSTEMC;SHORT" "TIMEOUT" "SOURCES;LIBS" ${ARGN})
  set(target ${label}_${name})
  add_executable(${target} ${T_SOURCES})
  target_link_libraries(${target} PRIVATE tinsim_options ${T_LIBS} fmt::fmt GTest::gtest)
  if(label IN_LIST TINSIM_SHORT_TESTS OR T_SHORT)
    tinsim_precompile(${target} REUSE_FROM tinsim_precompiled_short)
    target_compile_options(${target} PRIVATE ${TINSIM_SHORT_FLAGS})
  else()
    tinsim_precompile(${target} REUSE_FROM tinsim_precompiled)
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
