# SPDX-License-Identifier: Apache-2.0
# Is what a run accepts ever above the bound that it reports?
tinsim_test(platform saturation_bound SYSTEMC
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/max_accepted_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/saturation_bound_test.cpp
  LIBS tinsim_platform fmt::fmt)
