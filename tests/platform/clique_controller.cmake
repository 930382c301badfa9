# SPDX-License-Identifier: Apache-2.0
tinsim_test(platform clique_controller TIMEOUT 1200
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/bootstrap_model_test.cpp ${CMAKE_CURRENT_LIST_DIR}/channel_graph.cpp
          ${CMAKE_CURRENT_LIST_DIR}/clique_audits_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/clique_controller_test.cpp ${CMAKE_CURRENT_LIST_DIR}/clique_external_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/clique_kills_test.cpp ${CMAKE_CURRENT_LIST_DIR}/clique_operations_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/clique_parts_test.cpp ${CMAKE_CURRENT_LIST_DIR}/clique_planted_bugs_test.cpp
          ${CMAKE_CURRENT_LIST_DIR}/clique_rig.cpp ${CMAKE_CURRENT_LIST_DIR}/fake_fabric.cpp
          ${CMAKE_CURRENT_LIST_DIR}/fake_routes.cpp
  LIBS tinsim_clique_controller tinsim_config)
set_target_properties(platform_clique_controller PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
