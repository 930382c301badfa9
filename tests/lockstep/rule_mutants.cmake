# SPDX-License-Identifier: Apache-2.0
# Are bugs planted by rule found, and is the rewritten block itself equal to the model? Here all mutants of small
# blocks; `make mutants` has those of all blocks.
if(TIN_RULE_MUTANTS)
  add_test(NAME lockstep/rule_mutants
    COMMAND ${TINSIM_PYTHON3} -B ${PROJECT_SOURCE_DIR}/testbench/mutants/run_mutants.py
            --programs ${TIN_RULE_MUTANTS} --page ${PROJECT_SOURCE_DIR}/docs/reference/mutants.md
            ${TIN_TESTED_BLOCKS})
  set_tests_properties(lockstep/rule_mutants PROPERTIES LABELS lockstep TIMEOUT 600)
endif()
