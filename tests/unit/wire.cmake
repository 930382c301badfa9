# SPDX-License-Identifier: Apache-2.0
# Is the wire-fidelity link right: noise, bits, ports, accounting and credits?
foreach(name link_noise link_pair wire_direction wire_link)
  tinsim_test(unit ${name} SOURCES ${CMAKE_CURRENT_LIST_DIR}/${name}_test.cpp LIBS tinsim_link)
endforeach()
