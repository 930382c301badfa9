# SPDX-License-Identifier: Apache-2.0
# Networks of ExaNet chips.
set(here ${CMAKE_CURRENT_LIST_DIR})
tinsim_test(platform exanet_rules SOURCES ${here}/exanet_rules_test.cpp LIBS tinsim_validate fmt::fmt)
tinsim_test(platform exanet_run SYSTEMC SOURCES ${here}/exanet_run_test.cpp LIBS tinsim_platform tinsim_result)
