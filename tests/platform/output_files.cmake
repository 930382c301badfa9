# SPDX-License-Identifier: Apache-2.0
# Files that are written: whole or not at all, listed, and no others replaced.
set(here ${CMAKE_CURRENT_LIST_DIR})

tinsim_test(platform manifest SOURCES ${here}/manifest_test.cpp LIBS tinsim_result tinsim_validate GTest::gmock)

if(TARGET tinsim)
  find_program(TINSIM_PYTHON3 python3 PATHS /usr/bin NO_DEFAULT_PATH)
  find_program(TINSIM_PYTHON3 python3 REQUIRED)
  set(launcher)
  if(TINSIM_MPI)
    set(launcher ${MPIEXEC_EXECUTABLE})
  endif()
  foreach(what full_disk own_files)
    add_test(NAME platform/${what}
      COMMAND ${TINSIM_PYTHON3} ${here}/${what}_test.py $<TARGET_FILE:tinsim> "${launcher}")
    set_tests_properties(platform/${what} PROPERTIES LABELS platform TIMEOUT 300 PROCESSORS 2
      ENVIRONMENT "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1;PYTHONDONTWRITEBYTECODE=1;OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1;OMPI_MCA_rmaps_base_oversubscribe=1;OMPI_MCA_mpi_yield_when_idle=1;OMPI_MCA_odls_base_sigkill_timeout=0")
  endforeach()
endif()
