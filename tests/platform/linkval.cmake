# SPDX-License-Identifier: Apache-2.0
# Links in whole networks: both fidelities give one result, and each example is what its header says.
set(here ${CMAKE_CURRENT_LIST_DIR})

tinsim_test(platform fidelity SYSTEMC SOURCES ${here}/fidelity_test.cpp
            LIBS tinsim_platform fmt::fmt)
if(TINSIM_RTL)
  target_compile_definitions(platform_fidelity PRIVATE TINSIM_RTL)
endif()
# bring_up_faults.yaml takes 13 min under sanitizers.
tinsim_test(platform examples SYSTEMC TIMEOUT 1800 SOURCES ${here}/examples_test.cpp
            LIBS tinsim_platform tinsim_clique_controller fmt::fmt)
