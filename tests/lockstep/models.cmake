# SPDX-License-Identifier: Apache-2.0
# Do RTL and C++ agree? Soak runs multiply the cycles, so the time limit is generous.
set(lockstep_blocks cell_header_codec credit_counter vc_fifo islip_arbiter crossbar output_queue
                    cell_switch)
if(TARGET tinsim_rtl)
  foreach(block ${lockstep_blocks})
    tinsim_test(lockstep ${block} TIMEOUT 10800
      SOURCES ${CMAKE_CURRENT_LIST_DIR}/${block}_lockstep.cpp LIBS tinsim_blocks tinsim_rtl)
    # The Verilated headers are not ours to keep free of warnings.
    target_include_directories(lockstep_${block} SYSTEM PRIVATE
      $<TARGET_PROPERTY:tinsim_rtl,INTERFACE_INCLUDE_DIRECTORIES>)
    target_compile_definitions(lockstep_${block} PRIVATE
      "TINSIM_VERILATED_FOLDERS=\"$<JOIN:$<TARGET_PROPERTY:tinsim_rtl,INTERFACE_INCLUDE_DIRECTORIES>,:>\"")
  endforeach()
else()
  tinsim_test(lockstep skipped SOURCES ${CMAKE_CURRENT_LIST_DIR}/skipped_lockstep.cpp)
endif()
