# SPDX-License-Identifier: Apache-2.0
# Shapes that `make synth` maps to gates: generated/synth_shapes.json, with the parameters and sources
# of each shape of rtl_models/blocks.cmake and of those under SCALING.
set(synth_shapes)

# synth_shape(<block> <shape> <hierarchy: true or false> [<Name>=<n>...])
function(synth_shape block shape hierarchy)
  list(TRANSFORM ARGN REPLACE "(.+)=(.+)" "\"\\1\": \\2" OUTPUT_VARIABLE parameters)
  list(JOIN parameters ", " parameters)
  list(JOIN TIN_${block}_SV "\",\n    \"" sources)
  list(APPEND synth_shapes "  {\"shape\": \"${shape}\", \"block\": \"${block}\",
   \"hierarchy\": ${hierarchy}, \"parameters\": {${parameters}},
   \"sources\": [\n    \"${sources}\"]}")
  set(synth_shapes "${synth_shapes}" PARENT_SCOPE)
endfunction()

foreach(block IN LISTS TIN_BLOCKS)
  foreach(shape IN LISTS TIN_${block}_SHAPES)
    set(hierarchy false)
    if(TIN_${shape}_WIDE)
      set(hierarchy true)
    endif()
    synth_shape(${block} ${shape} ${hierarchy} ${TIN_${shape}_PARAMS})
  endforeach()
  foreach(values IN LISTS TIN_${block}_SCALING)
    separate_arguments(values)
    tin_parameters(params ${block} ${values})
    list(JOIN values x suffix)
    synth_shape(${block} ${block}_${suffix} false ${params})
  endforeach()
endforeach()
# Arbiters, and switches with them, of a chip that has one round per cycle (the default of
# `tin.switch.islip_iterations`).
foreach(block islip_arbiter round_arbiter)
  synth_shape(${block} ${block}_one_round false NumPorts=50 NumVcs=32 MaxRounds=1)
endforeach()
synth_shape(cell_switch cell_switch_one_round true NumPorts=50 NumVcs=32 MaxWords=512 MaxRounds=1)
synth_shape(variant_switch variant_switch_one_round true
            NumPorts=50 NumVcs=32 PortWords=16384 MaxRounds=1)
synth_shape(tin_switch tin_switch_one_round true NumPorts=50 NumVcs=32 MaxWords=512 MaxRounds=1)
list(JOIN synth_shapes ",\n" synth_shapes)
file(CONFIGURE OUTPUT ${TIN_GENERATED}/synth_shapes.json @ONLY CONTENT "[\n@synth_shapes@\n]\n")
