# SPDX-License-Identifier: Apache-2.0
# Are mutants made as the rules say? Needs the parser.
if(TIN_RULE_MUTANTS)
  add_test(NAME unit/mutant_rules
    COMMAND ${TINSIM_PYTHON3} -B ${CMAKE_CURRENT_LIST_DIR}/mutant_rules_test.py ${TINSIM_PARSER_DIR})
  set_tests_properties(unit/mutant_rules PROPERTIES LABELS unit TIMEOUT 120)
endif()
