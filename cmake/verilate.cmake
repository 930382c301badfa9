# SPDX-License-Identifier: Apache-2.0
# Runs Verilator during the build and makes one C++ file of what it writes:
#   cmake -D PREFIX=<class> -D FOLDER=<where> -P verilate.cmake -- <verilator> <argument>...
# writes FOLDER/<class>.h, FOLDER/<class>__ALL.cpp and FOLDER/<class>__ALL.d. The names of the files
# between change with the SystemVerilog.
set(command)
math(EXPR last "${CMAKE_ARGC} - 1")
foreach(n RANGE ${last})
  if(DEFINED verilator_follows)
    list(APPEND command "${CMAKE_ARGV${n}}")
  elseif(CMAKE_ARGV${n} STREQUAL "--")
    set(verilator_follows ON)
  endif()
endforeach()

execute_process(COMMAND ${command} --cc --prefix ${PREFIX} --Mdir ${FOLDER}
                COMMAND_ERROR_IS_FATAL ANY)

# Verilator's dependencies name every file it wrote as a target; the build waits for one.
file(READ "${FOLDER}/${PREFIX}__ver.d" depends)
string(REGEX MATCH "^[^:]*:" written "${depends}")
string(REGEX MATCHALL "[^/ ]+[.]cpp" sources "${written}")
list(TRANSFORM sources REPLACE "(.+)" "#include \"\\1\"")
list(JOIN sources "\n" text)
string(REGEX REPLACE "^[^:]*:" "${FOLDER}/${PREFIX}__ALL.cpp:" depends "${depends}")
file(WRITE "${FOLDER}/${PREFIX}__ALL.d" "${depends}")
file(WRITE "${FOLDER}/${PREFIX}__ALL.cpp" "${text}\n")
