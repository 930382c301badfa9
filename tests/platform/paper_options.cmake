# SPDX-License-Identifier: Apache-2.0
# Do the options that follow the paper do what the formulas say: delays that ports measure, the rate
# of local links without FEC, route choice by output queues?
set(here ${CMAKE_CURRENT_LIST_DIR})
tinsim_test(platform paper_options SYSTEMC
  SOURCES ${here}/link_latency_test.cpp ${here}/local_rate_test.cpp ${here}/queue_metric_test.cpp
  LIBS tinsim_platform)
