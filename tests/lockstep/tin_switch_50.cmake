# SPDX-License-Identifier: Apache-2.0
# The switch chip of 50 ports: `make tin-switch`. Its class, 79 MB of C++, takes minutes to compile.
if(TARGET tinsim_rtl)
  tin_verilate_into(tinsim_rtl_tin_switch PREFIX Vtin_switch_50 TOP tin_switch
                    SOURCES ${TIN_tin_switch_VLT} ${TIN_tin_switch_SV}
                    PARAMS NumPorts=50 NumVcs=32 MaxWords=512 PARTS 8)
  target_link_libraries(tinsim_rtl_tin_switch PUBLIC tinsim_rtl)
  set_target_properties(tinsim_rtl_tin_switch PROPERTIES EXCLUDE_FROM_ALL ON)
  add_executable(lockstep_tin_switch_50 EXCLUDE_FROM_ALL
                 ${CMAKE_CURRENT_LIST_DIR}/tin_switch_50.cpp)
  target_link_libraries(lockstep_tin_switch_50 PRIVATE tinsim_options tinsim_blocks
    tinsim_rtl_tin_switch fmt::fmt GTest::gtest GTest::gtest_main)
endif()
