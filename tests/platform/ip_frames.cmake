# SPDX-License-Identifier: Apache-2.0
# Frames through whole networks: replayed, routed, captured, and read by others.
set(here ${CMAKE_CURRENT_LIST_DIR})
find_package(ZLIB REQUIRED)

tinsim_test(platform ip_frames SYSTEMC
  SOURCES ${here}/ip_frames_test.cpp ${here}/ip_frame_routes_test.cpp ${here}/ip_frames_fuzz_test.cpp
          ${here}/time_to_live_test.cpp ${here}/route_trace_test.cpp
  LIBS tinsim_platform tinsim_pcap ZLIB::ZLIB)
tinsim_test(platform config_ip_frames SOURCES ${here}/config_ip_frames_test.cpp LIBS tinsim_validate)

if(TARGET tinsim)
  find_program(TINSIM_PYTHON3 python3 PATHS /usr/bin NO_DEFAULT_PATH)
  find_program(TINSIM_PYTHON3 python3 REQUIRED)
  add_test(NAME platform/wireshark_ip_replay
    COMMAND ${TINSIM_PYTHON3} ${here}/ip_replay_test.py $<TARGET_FILE:tinsim> ${PROJECT_SOURCE_DIR})
  set_tests_properties(platform/wireshark_ip_replay PROPERTIES LABELS platform TIMEOUT 300
    SKIP_RETURN_CODE 77
    ENVIRONMENT "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1;PYTHONDONTWRITEBYTECODE=1")
  add_test(NAME platform/foreign_captures
    COMMAND ${TINSIM_PYTHON3} ${here}/foreign_captures_test.py $<TARGET_FILE:tinsim>)
  set_tests_properties(platform/foreign_captures PROPERTIES LABELS platform TIMEOUT 300
    SKIP_RETURN_CODE 77
    ENVIRONMENT "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1;PYTHONDONTWRITEBYTECODE=1")
endif()
