# SPDX-License-Identifier: Apache-2.0
# The SystemVerilog of the blocks: Verilated classes, lint tests and mutants, from blocks.cmake.
#   TIN_<block>_SV   its sources: packages, parts, then its own; also for other folders
#   TIN_<block>_VLT  its Verilator configuration, if there is any: that of its folder, and the
#                    generated one of the back door

set(here ${CMAKE_CURRENT_SOURCE_DIR})
# Sources that a checker of any block needs before it.
set(TIN_CHECKER_SV ${here}/golden/sv/tinsim_golden_pkg.sv ${here}/golden/sv/tinsim_golden_checker.sv)
set(TIN_CHECKER_SV ${TIN_CHECKER_SV} PARENT_SCOPE)
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
  set(TIN_${block}_VLT ${TIN_${block}_VLT} PARENT_SCOPE)

  # ---- Verilated classes
  foreach(shape IN LISTS TIN_${block}_ALL_SHAPES)
    set(wide)
    if(TIN_${shape}_WIDE)
      set(wide WIDE)
    endif()
    tin_verilate(PREFIX V${shape} TOP ${block} SOURCES ${TIN_${block}_VLT} ${TIN_${block}_SV}
                 PARAMS ${TIN_${shape}_PARAMS} ${wide})
  endforeach()

  # ---- lint: as the parameters stand, in further shapes, the checkers, coverage bound to the block
  tin_lint(${block} TOP ${block} SOURCES ${TIN_${block}_VLT} ${TIN_${block}_SV})
  foreach(values IN LISTS TIN_${block}_LINT)
    separate_arguments(values)
    list(GET values 0 suffix)
    tin_parameters(params ${block} ${values})
    tin_lint(${block}_${suffix} TOP ${block} SOURCES ${TIN_${block}_VLT} ${TIN_${block}_SV}
             PARAMS ${params})
  endforeach()
  foreach(shape IN LISTS TIN_${block}_SHAPES)
    tin_lint(${shape}_checker TOP ${block}_checker SOURCES ${TIN_CHECKER_SV} ${TIN_GENERATED}/${block}_checker.sv
             PARAMS ${TIN_${shape}_PARAMS})
  endforeach()
  set(bound ${TIN_${block}_SV} ${TIN_GENERATED}/${block}_coverage.sv)
  if(TIN_${block}_PART)
    tin_lint(${block}_coverage TOP ${block}_coverage SOURCES ${bound})
  else()
    tin_lint(${block}_coverage TOP ${block}
             SOURCES ${TIN_${block}_VLT} ${bound} ${TIN_GENERATED}/${block}_coverage_bind.sv)
  endif()
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
