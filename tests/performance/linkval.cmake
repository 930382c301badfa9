# SPDX-License-Identifier: Apache-2.0
# The link layer in whole networks: rates, delays, errors and failures against formulas.
set(here ${CMAKE_CURRENT_LIST_DIR})
foreach(claim link_throughput link_overhead link_delay link_errors link_flaps)
  tinsim_test(performance ${claim} SYSTEMC TIMEOUT 900
    SOURCES ${here}/${claim}_test.cpp LIBS tinsim_platform fmt::fmt)
endforeach()
