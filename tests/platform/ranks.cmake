# SPDX-License-Identifier: Apache-2.0
# Runs on several MPI ranks. Settings of Open MPI for a test machine, whatever its cores and user.
set(here ${CMAKE_CURRENT_LIST_DIR})
tinsim_test(platform partition SOURCES ${here}/partition_test.cpp LIBS tinsim_ranks SYSTEMC)
tinsim_test(platform socket_mesh SOURCES ${here}/socket_mesh_test.cpp LIBS tinsim_ranks SYSTEMC)
tinsim_test(platform run_jobs SOURCES ${here}/run_jobs_test.cpp LIBS tinsim_cli SYSTEMC)
tinsim_test(platform message_board SYSTEMC SOURCES ${here}/message_board_test.cpp LIBS tinsim_platform)
add_executable(ranks_probe ${here}/ranks_probe.cpp)
target_link_libraries(ranks_probe PRIVATE tinsim_options tinsim_platform fmt::fmt)
find_program(TINSIM_PYTHON3 python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(TINSIM_PYTHON3 python3 REQUIRED)
set(launcher)
if(TINSIM_MPI)
  set(launcher ${MPIEXEC_EXECUTABLE})
endif()
set(environment "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1;PYTHONDONTWRITEBYTECODE=1"
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1)
# Where a rank fails, the launcher would wait a second for the others before it checks again.
list(APPEND environment OMPI_MCA_odls_base_sigkill_timeout=0)
set(limit_s 600)
if(TINSIM_ASAN)  # Open MPI leaves memory behind, and processors on two ranks take minutes
  list(APPEND environment ASAN_OPTIONS=detect_leaks=0 TINSIM_RANKS_LIMIT_S=1500)
  set(limit_s 3600)
endif()
if(TINSIM_RTL)
  list(APPEND environment TINSIM_RTL=1)
endif()
foreach(suite SameFiles DifferencesAreNoticed exanet:SameFilesOfExanet hosts:SameFilesOfHosts
    ecp:SameFilesOfControlProcessors failures:Failures leaving:Parsing leaving:Building
    leaving:Signals leaving:Writing leaving:Cut jobs:SameByJobs jobs:FewerJobs jobs:ErrorsOfJobs
    jobs:SignalsToJobs)
  string(REGEX MATCH "^(([a-z]+):)?(.*)$" _ ${suite})
  set(file ranks_test.py)
  if(CMAKE_MATCH_2)
    set(file ranks_${CMAKE_MATCH_2}_test.py)
  endif()
  set(name platform/ranks.${CMAKE_MATCH_3})
  add_test(NAME ${name}
    COMMAND ${TINSIM_PYTHON3} ${here}/${file} $<TARGET_FILE:tinsim>
            $<TARGET_FILE:ranks_probe> "${launcher}" ${PROJECT_SOURCE_DIR} ${CMAKE_MATCH_3})
  set_tests_properties(${name} PROPERTIES LABELS platform TIMEOUT ${limit_s}
    PROCESSORS 2 ENVIRONMENT "${environment}")
endforeach()
