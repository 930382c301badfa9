# SPDX-License-Identifier: Apache-2.0
# Is the GNet link right as TLM: sockets, checker, stub, and the bridge to a switch's mailboxes?
tinsim_test(unit gnet SYSTEMC
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/gnet_socket_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/gnet_checker_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/gnet_bridge_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/gnet_window_test.cpp
  LIBS tinsim_sockets tinsim_platform GTest::gmock)

# The example of docs/guide/attach.md: three cells go out and return.
add_executable(gnet_probe_example ${PROJECT_SOURCE_DIR}/testbench/gnet_probe_example.cpp)
target_link_libraries(gnet_probe_example PRIVATE tinsim_sockets)
add_test(NAME unit/gnet_probe_example COMMAND gnet_probe_example)
set_tests_properties(unit/gnet_probe_example PROPERTIES LABELS unit TIMEOUT 60
  ENVIRONMENT "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1"
  PASS_REGULAR_EXPRESSION "born in cycle 0, back in 174.*born in cycle 50, back in 224.*born in cycle 75, back in 249")
