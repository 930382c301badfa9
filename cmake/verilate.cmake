# SPDX-License-Identifier: Apache-2.0
# Runs Verilator during the build and makes one C++ file of what it writes:
#   cmake -D PREFIX=<class> -D FOLDER=<where> [-D PARTS=<n>] -P verilate.cmake -- <verilator> <argument>...
# writes FOLDER/<class>.h, FOLDER/<class>__ALL.cpp and FOLDER/<class>__ALL.d. The names of the files
# between change with the SystemVerilog. With PARTS the file __ALL has the constructors and what runs
# once; the rest is in n files, FOLDER/<class>__ALL_<k>.cpp with k from 1.
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
if(PARTS)
  set(often ${sources})
  list(FILTER often EXCLUDE REGEX "__(Slow|Syms)")
  list(FILTER sources INCLUDE REGEX "__(Slow|Syms)")
  set(part 0)
  foreach(source IN LISTS often)
    math(EXPR part "${part} % ${PARTS} + 1")
    string(APPEND text_${part} "#include \"${source}\"\n")
  endforeach()
  foreach(part RANGE 1 ${PARTS})
    file(WRITE "${FOLDER}/${PREFIX}__ALL_${part}.cpp" "${text_${part}}")
  endforeach()
endif()
list(TRANSFORM sources REPLACE "(.+)" "#include \"\\1\"")
list(JOIN sources "\n" text)
string(REGEX REPLACE "^[^:]*:" "${FOLDER}/${PREFIX}__ALL.cpp:" depends "${depends}")
file(WRITE "${FOLDER}/${PREFIX}__ALL.d" "${depends}")
file(WRITE "${FOLDER}/${PREFIX}__ALL.cpp" "${text}\n")
