# SPDX-License-Identifier: Apache-2.0
# Writes OUT, a source with the Git revision of SOURCE, if that has changed. Arguments: GIT (may be empty),
# SOURCE, OUT.
cmake_minimum_required(VERSION 3.25)

set(revision unknown)
if(GIT)
  # A folder within another project's clone has no revision of its own.
  execute_process(COMMAND ${GIT} rev-parse --show-prefix WORKING_DIRECTORY ${SOURCE}
                  OUTPUT_VARIABLE prefix OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed ERROR_QUIET)
  if(NOT failed AND prefix STREQUAL "")
    execute_process(COMMAND ${GIT} describe --always --dirty --abbrev=12 --exclude * WORKING_DIRECTORY ${SOURCE}
                    OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed ERROR_QUIET)
    if(NOT failed)
      set(revision ${found})
    endif()
  endif()
endif()
file(CONFIGURE OUTPUT ${OUT} @ONLY CONTENT
  "// Written by revision.cmake.\nextern \"C\" const char tinsim_revision[];\nconst char tinsim_revision[] = \"${revision}\";\n")
