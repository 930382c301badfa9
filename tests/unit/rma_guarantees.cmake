# SPDX-License-Identifier: Apache-2.0
# Guarantees of the 1RMA engine for any input from the wire.
foreach(name rma_mutants rma_pair rma_guards)
  tinsim_test(unit ${name} SOURCES ${CMAKE_CURRENT_LIST_DIR}/${name}_test.cpp LIBS tinsim_rma)
endforeach()
