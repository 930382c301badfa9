# SPDX-License-Identifier: Apache-2.0
set(here ${CMAKE_CURRENT_LIST_DIR})
tinsim_test(platform impl SYSTEMC SOURCES ${here}/impl_test.cpp LIBS tinsim_platform)
tinsim_test(platform impl_random SYSTEMC SOURCES ${here}/impl_random_test.cpp ${here}/impl_draw.cpp
            ${here}/impl_draw_hosts.cpp LIBS tinsim_platform TIMEOUT 7200)
tinsim_test(platform linked_chip SYSTEMC SOURCES ${here}/linked_chip_test.cpp
            ${here}/linked_chip_makers.cpp LIBS tinsim_platform)
if(TINSIM_RTL)
  target_link_libraries(platform_linked_chip PRIVATE tinsim_rtl_mutants tinsim_rtl)
  target_compile_definitions(platform_linked_chip PRIVATE TINSIM_RTL)
  tinsim_test(platform blocks SYSTEMC SOURCES ${here}/blocks_test.cpp LIBS tinsim_platform tinsim_rtl)
  tinsim_test(platform decision_blocks SYSTEMC SOURCES ${here}/decision_blocks_test.cpp
              LIBS tinsim_platform tinsim_block_slots tinsim_rtl)
  # The chip of the paper's figures, in two chips compared with its RTL. A difference ends the run.
  if(TARGET tinsim)
    add_test(NAME platform/Figures.TheChipIsInLockstepWithItsRtl
      COMMAND tinsim run ${PROJECT_SOURCE_DIR}/configs/figure7.yaml --set topology.pods=2
              --set topology.global_links_per_pair=16 --set ip_traffic.0.gbps=48
              --set tin.impl=lockstep --set tin.impl_chips=[0,13]
              --set run.warmup_us=5 --set run.measure_us=10)
    set_tests_properties(platform/Figures.TheChipIsInLockstepWithItsRtl PROPERTIES
      LABELS platform TIMEOUT 120 ENVIRONMENT SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1)
    # The figures with a crossbar of twice the rate of a link, in two pods: chips on pins look up 4096 addresses.
    function(faster_chip config)
      set(sets)
      foreach(key topology.pods=2 topology.global_links_per_pair=16 tin.impl=lockstep tin.impl_chips=[0,13]
              run.warmup_us=2 ${ARGN})
        list(APPEND sets --set ${key})
      endforeach()
      set(name platform/Figures.TheFasterChipIsInLockstepWithItsRtl.${config})
      add_test(NAME ${name} COMMAND tinsim run ${PROJECT_SOURCE_DIR}/configs/${config}.yaml ${sets})
      set_tests_properties(${name} PROPERTIES
        LABELS platform TIMEOUT 120 ENVIRONMENT SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1)
    endfunction()
    faster_chip(clique_ip ip_traffic.0.gbps=48 run.measure_us=4)
    faster_chip(clique_burst ip_traffic.0.sources=[0] ip_traffic.0.targets=[24] ip_traffic.0.gbps=20
                run.measure_us=12)
    faster_chip(isolation ip_traffic.1.sources=0..47/5 rma_traffic.0.sources=0..47/5
                rma_traffic.1.sources=0..47/5 run.measure_us=4)
  endif()
  tinsim_test(platform control_blocks SYSTEMC SOURCES ${here}/control_blocks_test.cpp
              ${here}/control_blocks_fault_test.cpp LIBS tinsim_platform tinsim_rtl)
  target_compile_definitions(platform_impl PRIVATE TINSIM_RTL)
  target_compile_definitions(platform_impl_random PRIVATE TINSIM_RTL)
endif()
