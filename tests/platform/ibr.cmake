# SPDX-License-Identifier: Apache-2.0
# External routes: messages and sessions of BGP, the choice of routes, their way into tables; BIRD where it is there.
set(here ${CMAKE_CURRENT_LIST_DIR})
tinsim_test(platform ibr SOURCES ${here}/bgp_message_test.cpp ${here}/bgp_session_test.cpp
  ${here}/external_routes_test.cpp LIBS tinsim_ibr tinsim_ip)
