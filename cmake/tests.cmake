# tinsim_precompile(<target> ...): as target_precompile_headers, for ccache too, which with g++ requires the
# option.
function(tinsim_precompile target)
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
  target_precompile_headers(${target} ${ARGN})
endfunction()

# The headers that most tests begin with are compiled once for each of the two files. Tests have their time in
# the libraries, so they are compiled at -O1.
add_library(tinsim_precompiled OBJECT ${PROJECT_SOURCE_DIR}/testbench/precompiled.cpp)
target_link_libraries(tinsim_precompiled PRIVATE tinsim_options fmt::fmt GTest::gtest)
tinsim_precompile(tinsim_precompiled PRIVATE ${PROJECT_SOURCE_DIR}/testbench/precompiled.h)
add_library(tinsim_precompiled_config OBJECT ${PROJECT_SOURCE_DIR}/testbench/precompiled.cpp)
target_link_libraries(tinsim_precompiled_config PRIVATE tinsim_config fmt::fmt GTest::gtest)
tinsim_precompile(tinsim_precompiled_config PRIVATE ${PROJECT_SOURCE_DIR}/testbench/precompiled_config.h)
foreach(name tinsim_precompiled tinsim_precompiled_config)
  target_compile_options(${name} PRIVATE ${TINSIM_SHORT_FLAGS})
endforeach()

# tinsim_test(<label> <name> SOURCES ... LIBS ...): one GoogleTest executable whose tests carry
# <label> (the folder below tests/) in ctest. SYSTEMC: the tests elaborate modules, so main() is that of testbench/.
function(tinsim_test label name)
  cmake_parse_arguments(T "SYSTEMC" "TIMEOUT" "SOURCES;LIBS" ${ARGN})
  set(target ${label}_${name})
  add_executable(${target} ${T_SOURCES})
  target_link_libraries(${target} PRIVATE tinsim_options ${T_LIBS} fmt::fmt GTest::gtest)
  if(label MATCHES "^(platform|performance)$")
    tinsim_precompile(${target} REUSE_FROM tinsim_precompiled_config)
  else()
    tinsim_precompile(${target} REUSE_FROM tinsim_precompiled)
  endif()
  target_compile_options(${target} PRIVATE ${TINSIM_SHORT_FLAGS})
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
