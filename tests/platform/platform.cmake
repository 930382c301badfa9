# SPDX-License-Identifier: Apache-2.0
tinsim_test(platform platform SYSTEMC
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/run_limits_test.cpp ${CMAKE_CURRENT_LIST_DIR}/platform_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/traffic_bound_test.cpp
  LIBS tinsim_platform)
