# SPDX-License-Identifier: Apache-2.0
# tinsim::golden, the C ABI of the models, where the installed copy has it; tinsim_add_golden() makes it in other
# shapes. Part of the installed package.
find_library(TINSIM_GOLDEN_LIBRARY tinsim_golden HINTS ${CMAKE_CURRENT_LIST_DIR}/../.. NO_DEFAULT_PATH)
find_path(TINSIM_GOLDEN_INCLUDE tinsim_golden.h HINTS ${TINSIM_PREFIX_DIR}/include NO_DEFAULT_PATH)
if(TINSIM_GOLDEN_LIBRARY AND NOT TARGET tinsim::golden)
  add_library(tinsim::golden SHARED IMPORTED)
  set_target_properties(tinsim::golden PROPERTIES IMPORTED_LOCATION ${TINSIM_GOLDEN_LIBRARY}
                        INTERFACE_INCLUDE_DIRECTORIES ${TINSIM_GOLDEN_INCLUDE})
endif()
include(${CMAKE_CURRENT_LIST_DIR}/add_golden.cmake)
