# SPDX-License-Identifier: Apache-2.0
# Is what the blocks share right, and do blocks of the link fit together?
foreach(name common parts scrambler pcs_chain)
  tinsim_test(unit ${name} SOURCES ${CMAKE_CURRENT_LIST_DIR}/${name}_test.cpp LIBS tinsim_blocks)
endforeach()
tinsim_test(unit islip_theory SOURCES ${CMAKE_CURRENT_LIST_DIR}/islip_theory_test.cpp
            LIBS tinsim_blocks)
target_sources(unit_common PRIVATE ${CMAKE_CURRENT_LIST_DIR}/port_list_test.cpp)

# libfec is the independent implementation of the code.
find_path(FEC_INCLUDE_DIR fec.h REQUIRED)
find_library(FEC_LIBRARY fec REQUIRED)
tinsim_test(unit rs70 SOURCES ${CMAKE_CURRENT_LIST_DIR}/rs70_test.cpp LIBS tinsim_blocks)
foreach(name rs70 rs_fec_encoder)
  target_link_libraries(unit_${name} PRIVATE ${FEC_LIBRARY})
  target_include_directories(unit_${name} SYSTEM PRIVATE ${FEC_INCLUDE_DIR})
endforeach()
