# SPDX-License-Identifier: Apache-2.0
#   tinsim_replay         recordings of failed runs: files, repetition, shrinking
#   tinsim_replay_shapes  all blocks in their shapes, with their RTL where there is RTL
add_library(tinsim_replay STATIC
  replay/read_recording.cpp replay/recording_file.cpp replay/replay_report.cpp replay/run_recording.cpp replay/shrink.cpp
  replay/transactions.cpp)
target_link_libraries(tinsim_replay PUBLIC tinsim_blocks PRIVATE tinsim_yaml fmt::fmt)
foreach(library tinsim_replay tinsim_yaml)  # for shared objects of tinsim_add_dut()
  set_target_properties(${library} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
                                              VISIBILITY_INLINES_HIDDEN ON)
endforeach()

set(declarations)
set(appends)
set(sources)
foreach(block IN LISTS TIN_BLOCKS)
  set(includes)
  set(rows)
  foreach(shape IN LISTS TIN_${block}_ALL_SHAPES)
    set(model "${TIN_${block}_CLASS}${TIN_${shape}_ARGUMENTS}")
    list(JOIN TIN_${shape}_PARAMS "," parameters)
    set(make "make_replay_shape<${model}>(\"${block}\", \"${parameters}\")")
    if(TINSIM_RTL)
      string(APPEND includes "#include \"V${shape}.h\"\n")
      set(make "make_replay_shape<${model}, Rtl<${model}, V${shape}>>(\"${block}\", \"${parameters}\", \"V${shape}\")")
    endif()
    string(APPEND rows "    {\"${block}\", \"${parameters}\", [] { return ${make}; }},\n")
  endforeach()
  if(TINSIM_RTL)
    string(APPEND includes "#include \"rtl_models/common/rtl.h\"\n")
  endif()
  file(CONFIGURE OUTPUT ${TIN_GENERATED}/${block}_replay.cpp @ONLY CONTENT
"// SPDX-License-Identifier: Apache-2.0
// @block@ for recordings, in each shape.
@includes@#include \"rtl_models/@block@/@block@.h\"
#include \"rtl_models/replay/replay_shapes.h\"

namespace tinsim {

extern const std::vector<ReplayShapeEntry> replay_@block@;
const std::vector<ReplayShapeEntry> replay_@block@ = {
@rows@};

}  // namespace tinsim
")
  list(APPEND sources ${TIN_GENERATED}/${block}_replay.cpp)
  string(APPEND declarations "extern const std::vector<ReplayShapeEntry> replay_${block};\n")
  string(APPEND appends "    add(replay_${block});\n")
endforeach()
file(CONFIGURE OUTPUT ${TIN_GENERATED}/replay_shapes.cpp @ONLY CONTENT
"// SPDX-License-Identifier: Apache-2.0
// All blocks for recordings.
#include \"rtl_models/replay/replay_shapes.h\"

namespace tinsim {

@declarations@
const std::vector<ReplayShapeEntry>& replay_shapes() {
  static const std::vector<ReplayShapeEntry> all = [] {
    std::vector<ReplayShapeEntry> entries;
    const auto add = [&](const std::vector<ReplayShapeEntry>& block) {
      entries.insert(entries.end(), block.begin(), block.end());
    };
@appends@    return entries;
  }();
  return all;
}

}  // namespace tinsim
")
add_library(tinsim_replay_shapes STATIC replay/replay_shapes.cpp ${TIN_GENERATED}/replay_shapes.cpp ${sources})
set_target_properties(tinsim_replay_shapes PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 10)
target_compile_options(tinsim_replay_shapes PRIVATE ${TINSIM_SHORT_FLAGS})
target_link_libraries(tinsim_replay_shapes PUBLIC tinsim_replay PRIVATE fmt::fmt)
if(TINSIM_RTL)
  target_link_libraries(tinsim_replay_shapes PRIVATE tinsim_rtl)
endif()
