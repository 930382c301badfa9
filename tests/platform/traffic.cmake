# SPDX-License-Identifier: Apache-2.0
tinsim_test(platform traffic
  SOURCES traffic_process_test.cpp traffic_pattern_test.cpp traffic_stream_test.cpp
          traffic_cell_trace_test.cpp traffic_capture_test.cpp
  LIBS tinsim_traffic tinsim_pcap)
