# SPDX-License-Identifier: Apache-2.0
foreach(claim routing_canonical routing_clique)
  tinsim_test(performance ${claim} SYSTEMC SOURCES ${claim}_test.cpp LIBS tinsim_platform fmt::fmt)
endforeach()
