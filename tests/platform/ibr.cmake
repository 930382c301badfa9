# SPDX-License-Identifier: Apache-2.0
# External routes: messages and sessions of BGP, the choice of routes, their way into tables; BIRD where it is there.
set(here ${CMAKE_CURRENT_LIST_DIR})
tinsim_test(platform ibr SOURCES ${here}/bgp_message_test.cpp ${here}/bgp_session_test.cpp
  ${here}/external_routes_test.cpp LIBS tinsim_ibr tinsim_ip)
find_program(TINSIM_PYTHON3 python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(TINSIM_PYTHON3 python3 REQUIRED)
if(TARGET tinsim)
  add_test(NAME platform/ibr_live
    COMMAND ${TINSIM_PYTHON3} ${here}/ibr_live_test.py $<TARGET_FILE:tinsim> ${PROJECT_SOURCE_DIR})
  set_tests_properties(platform/ibr_live PROPERTIES LABELS platform TIMEOUT 300 SKIP_RETURN_CODE 77
    ENVIRONMENT "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1;PYTHONDONTWRITEBYTECODE=1")
endif()
