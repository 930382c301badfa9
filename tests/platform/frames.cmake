# SPDX-License-Identifier: Apache-2.0
# Whole Ethernet frames: out of a capture, into a capture, and as Wireshark sees them.
set(here ${CMAKE_CURRENT_LIST_DIR})

tinsim_test(platform frames
  SOURCES ${here}/frame_replay_test.cpp ${here}/frame_capture_test.cpp
  LIBS tinsim_traffic tinsim_trace tinsim_validate tinsim_pcap)

add_executable(frame_fields ${here}/frame_fields.cpp)
target_link_libraries(frame_fields PRIVATE tinsim_traffic tinsim_trace fmt::fmt)
find_program(TINSIM_PYTHON3 python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(TINSIM_PYTHON3 python3 REQUIRED)
add_test(NAME platform/wireshark_frames
  COMMAND ${TINSIM_PYTHON3} ${here}/frame_fields_test.py $<TARGET_FILE:frame_fields>
          ${PROJECT_SOURCE_DIR}/tests/data/ethernet)
set_tests_properties(platform/wireshark_frames PROPERTIES LABELS platform TIMEOUT 300
  SKIP_RETURN_CODE 77 ENVIRONMENT "PYTHONDONTWRITEBYTECODE=1")
