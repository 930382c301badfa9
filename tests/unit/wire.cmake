# SPDX-License-Identifier: Apache-2.0
# Is the wire-fidelity link right: noise, bits, ports, accounting and credits?
tinsim_test(unit link_pair LIBS tinsim_link SOURCES ${CMAKE_CURRENT_LIST_DIR}/link_pair_test.cpp
            ${CMAKE_CURRENT_LIST_DIR}/link_pair_faults_test.cpp)
foreach(name link_noise wire_direction wire_link)
  tinsim_test(unit ${name} SOURCES ${CMAKE_CURRENT_LIST_DIR}/${name}_test.cpp LIBS tinsim_link)
endforeach()
# The link ends of a chip are compared with it.
target_link_libraries(unit_tin_switch PRIVATE tinsim_link)
