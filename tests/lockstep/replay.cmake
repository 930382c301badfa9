# SPDX-License-Identifier: Apache-2.0
# Failed runs of planted bugs: shrunk, written, read and repeated.
if(TINSIM_RTL)
  tinsim_test(lockstep replay SOURCES ${CMAKE_CURRENT_LIST_DIR}/replay_lockstep.cpp
              LIBS tinsim_replay tinsim_rtl tinsim_rtl_mutants fmt::fmt)
endif()
