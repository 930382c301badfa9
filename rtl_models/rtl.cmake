# SPDX-License-Identifier: Apache-2.0
# The SystemVerilog of the blocks: Verilated classes, lint tests and mutants, from blocks.cmake.
#   TIN_<block>_SV   its sources: packages, parts, then its own; also for other folders
#   TIN_<block>_VLT  its Verilator configuration, if there is any: that of its folder, and the
#                    generated one of the back door

set(here ${CMAKE_CURRENT_SOURCE_DIR})
foreach(block IN LISTS TIN_BLOCKS)
  set(TIN_${block}_SV ${here}/common/tin_pkg.sv)
  foreach(package IN LISTS TIN_${block}_PACKAGES)
    set(source ${here}/common/${package}.sv)
    if(NOT EXISTS ${source})
      set(source ${TIN_REGISTER_FOLDER}/${package}.sv)  # written by the build
    endif()
    list(APPEND TIN_${block}_SV ${source})
  endforeach()
  foreach(part IN LISTS TIN_${block}_PARTS)
    file(GLOB of_part CONFIGURE_DEPENDS ${here}/${part}/*.sv)
    list(APPEND TIN_${block}_SV ${of_part})
  endforeach()
  file(GLOB own CONFIGURE_DEPENDS ${here}/${block}/*.sv)
  list(APPEND TIN_${block}_SV ${own})
  set(TIN_${block}_SV ${TIN_${block}_SV} PARENT_SCOPE)
  file(GLOB TIN_${block}_VLT CONFIGURE_DEPENDS ${here}/${block}/*.vlt)
  if(TIN_${block}_BACK_DOOR)
    list(APPEND TIN_${block}_VLT ${TIN_GENERATED}/${block}.vlt)
  endif()

  # ---- Verilated classes
  foreach(shape IN LISTS TIN_${block}_SHAPES)
    set(wide)
    if(TIN_${shape}_WIDE)
      set(wide WIDE)
    endif()
    tin_verilate(PREFIX V${shape} TOP ${block} SOURCES ${TIN_${block}_VLT} ${TIN_${block}_SV}
                 PARAMS ${TIN_${shape}_PARAMS} ${wide})
  endforeach()

  # ---- lint: as the parameters stand, in further shapes, and the checkers
  tin_lint(${block} TOP ${block} SOURCES ${TIN_${block}_VLT} ${TIN_${block}_SV})
  foreach(values IN LISTS TIN_${block}_LINT)
    separate_arguments(values)
    list(GET values 0 suffix)
    tin_parameters(params ${block} ${values})
    tin_lint(${block}_${suffix} TOP ${block} SOURCES ${TIN_${block}_VLT} ${TIN_${block}_SV}
             PARAMS ${params})
  endforeach()
  foreach(shape IN LISTS TIN_${block}_SHAPES)
    tin_lint(${shape}_checker TOP ${shape}_checker SOURCES ${TIN_GENERATED}/${shape}_checker.sv)
  endforeach()
endforeach()

# ---- mutants: one planted bug each, which a lockstep test must find

# mutant(<k> <text> <replacement> [FILE <module>]): `block` in its first shape with <text> replaced,
# see tin_mutant.
function(mutant k text replacement)
  list(GET TIN_${block}_SHAPES 0 shape)
  tin_mutant(${block} ${k} "${text}" "${replacement}" ${ARGN}
             SOURCES ${TIN_${block}_VLT} ${TIN_${block}_SV} PARAMS ${TIN_${shape}_PARAMS})
endfunction()

# wide_mutant(<k> ...): the same in the second shape, class V<block>_mwide<k>, for what the first
# shape cannot count to.
function(wide_mutant k text replacement)
  list(GET TIN_${block}_SHAPES 1 shape)
  tin_mutant(${block} wide${k} "${text}" "${replacement}" ${ARGN}
             SOURCES ${TIN_${block}_VLT} ${TIN_${block}_SV} PARAMS ${TIN_${shape}_PARAMS})
endfunction()

# chosen_mutant(<k> <expression> <replacement> [AFTER <text>] [FILE <module>]): all of these in one class,
# V<block>_chosen, see tin_chosen_mutant; for a block that takes long to compile.
function(chosen_mutant k text replacement)
  tin_chosen_mutant(${block} ${k} "${text}" "${replacement}" ${ARGN})
endfunction()

foreach(block IN LISTS TIN_BLOCKS)
  include(${block}/mutants.cmake)
  list(GET TIN_${block}_SHAPES 0 shape)
  tin_chosen_mutants(${block} SOURCES ${TIN_${block}_VLT} ${TIN_${block}_SV}
                     PARAMS ${TIN_${shape}_PARAMS})
endforeach()
