// SPDX-License-Identifier: Apache-2.0
// The kinds of networks that are built from a NetworkGraph: one list.
#include "platform/network/topology/graph_shapes.h"

namespace tinsim {

// Each is defined in the file of its graph.
extern const GraphShape kFullMeshShape, kTorusShape, kMeshShape, kFatTreeShape, kGraphFileShape,
    kHyperxShape, kSlimFlyShape, kPolarflyShape, kDragonflyPlusShape;

const GraphShape* find_graph_shape(TopologyKind kind) {
  for (const GraphShape* shape :
       {&kFullMeshShape, &kTorusShape, &kMeshShape, &kFatTreeShape, &kGraphFileShape, &kHyperxShape,
        &kSlimFlyShape, &kPolarflyShape, &kDragonflyPlusShape})
    if (shape->kind == kind) return shape;
  return nullptr;
}

}  // namespace tinsim
