# SPDX-License-Identifier: Apache-2.0
# Flows in whole networks and in the configuration; the example of a plug-in, from its source.
set(here ${CMAKE_CURRENT_LIST_DIR})
add_library(stencil_flows MODULE ${PROJECT_SOURCE_DIR}/examples/flow_plugin/stencil_flows.cpp)
target_link_libraries(stencil_flows PRIVATE tinsim_options)
tinsim_test(platform config_flows SOURCES ${here}/config_flows_test.cpp LIBS tinsim_validate fmt::fmt)
tinsim_test(platform flows_run SYSTEMC SOURCES ${here}/flows_run_test.cpp LIBS tinsim_platform)
target_compile_definitions(platform_flows_run PRIVATE TINSIM_FLOW_PLUGIN="$<TARGET_FILE:stencil_flows>")
add_dependencies(platform_flows_run stencil_flows)
