# SPDX-License-Identifier: Apache-2.0
# Do waveform files hold what was drawn? GTKWave's fst2vcd reads them back.
if(TARGET tinsim_fst)
  find_program(FST2VCD fst2vcd REQUIRED)
  tinsim_test(unit waves SOURCES ${CMAKE_CURRENT_LIST_DIR}/waves_test.cpp
              LIBS tinsim_blocks tinsim_waves tinsim_vcd_reader)
endif()
