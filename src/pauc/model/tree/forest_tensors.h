#pragma once

#include <cstdint>

#include "pauc/batch/named_tensors.h"
#include "pauc/model/tree/ensemble.h"

namespace pauc {

// A forest as tensors, for checkpoints and files. Fully grown trees are large: a node takes 6 bytes here, against 20 in
// memory and some 60 in XGBoost's JSON. Nodes stand level by level, so that the places of children need no numbers: the
// children of a tree's k-th split are its nodes 2k + 1 and 2k + 2.
//
//   tree_begins     [trees + 1] first node of each tree
//   splits          [nodes] 2 feature + (1 if missing values go left); -1: a leaf. 32 bits if there are many features
//   values          [nodes] threshold, or the leaf's share of positives; 0 for categories
//   category_nodes  nodes that split categories, ascending
//   set_begins      [category nodes + 1] first category of each of their sets
//   categories      that go right, of all sets
NamedTensors forest_tensors(const TreeEnsemble& forest);

// Refuses tensors that are not those of a forest for so many features.
TreeEnsemble forest_from(const NamedTensors& tensors, std::int64_t features);

}  // namespace pauc
