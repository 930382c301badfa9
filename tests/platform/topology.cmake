# SPDX-License-Identifier: Apache-2.0
find_package(rapidcheck CONFIG REQUIRED)
tinsim_test(platform topology
  SOURCES topology_test.cpp wiring_test.cpp topology_export_test.cpp
  LIBS tinsim_topology)
tinsim_test(platform routing
  SOURCES parity_sign_test.cpp route_choice_test.cpp route_table_test.cpp deadlock_test.cpp
          route_detours_test.cpp deadlock_modes_test.cpp bounds_modes_test.cpp
          bounds_test.cpp random_dragonfly_test.cpp
  LIBS tinsim_routing rapidcheck)
