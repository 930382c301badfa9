# SPDX-License-Identifier: Apache-2.0
# Is each block of rtl_models/blocks.cmake right, alone and behind SystemC pins? Other files of this
# folder add sources and libraries to these tests.
foreach(block IN LISTS TIN_MODELS)
  tinsim_test(unit ${block} SOURCES ${CMAKE_CURRENT_LIST_DIR}/${block}_test.cpp LIBS tinsim_blocks)
endforeach()
set(pin_tests ${CMAKE_CURRENT_LIST_DIR}/pins_test.cpp)
set(port_lists)
foreach(block IN LISTS TIN_BLOCKS)
  set(name ${TIN_${block}_UNIT_TEST})
  if(NOT TARGET unit_${name})
    tinsim_test(unit ${name} SOURCES ${CMAKE_CURRENT_LIST_DIR}/${name}_test.cpp LIBS tinsim_blocks)
  endif()
  list(TRANSFORM TIN_${block}_SHAPES REPLACE "(.+)" "${TIN_GENERATED}/\\1.json"
       OUTPUT_VARIABLE lists)
  list(APPEND port_lists ${lists})
  list(GET TIN_${block}_SHAPES 0 shape)
  set(class ${TIN_${block}_CLASS})
  set(arguments "${TIN_${shape}_ARGUMENTS}")
  configure_file(${CMAKE_CURRENT_LIST_DIR}/pin_test.cpp.in ${block}_pins.cpp @ONLY)
  list(APPEND pin_tests ${CMAKE_CURRENT_BINARY_DIR}/${block}_pins.cpp)
endforeach()
tinsim_test(unit pins SYSTEMC SOURCES ${pin_tests} LIBS tinsim_blocks)
set_target_properties(unit_pins PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 9)

add_test(NAME unit/block_readmes
  COMMAND ${TINSIM_PYTHON3} ${PROJECT_SOURCE_DIR}/scripts/check_block_readmes.py
          ${PROJECT_SOURCE_DIR}/rtl_models ${port_lists})
add_test(NAME unit/block_readmes_check
  COMMAND ${TINSIM_PYTHON3} ${CMAKE_CURRENT_LIST_DIR}/block_readmes_test.py)
set_tests_properties(unit/block_readmes unit/block_readmes_check PROPERTIES LABELS unit TIMEOUT 60)
