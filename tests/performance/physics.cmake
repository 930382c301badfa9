# SPDX-License-Identifier: Apache-2.0
foreach(claim zero_load single_switch arbiters precision clique canonical conservation saturated_flag detectors)
  tinsim_test(performance ${claim} SYSTEMC SOURCES ${claim}_test.cpp LIBS tinsim_platform fmt::fmt)
endforeach()
