# SPDX-License-Identifier: Apache-2.0
# Does each Verilated block end for itself? The same under Valgrind: tests/platform/memcheck.cmake.
if(TINSIM_RTL)
  tinsim_test(lockstep rtl_lifetime SOURCES ${CMAKE_CURRENT_LIST_DIR}/rtl_lifetime_lockstep.cpp
              LIBS tinsim_blocks tinsim_rtl fmt::fmt)
endif()
