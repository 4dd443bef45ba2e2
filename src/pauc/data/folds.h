#pragma once

#include <cstdint>
#include <vector>

#include "pauc/data/split_examples.h"

namespace pauc {

/// The fold, from 0 on, of each row. Each class is spread evenly; the same seed gives the same folds on every platform.
std::vector<std::int64_t> stratified_folds(Span<const std::uint8_t> labels, std::int64_t folds, std::uint64_t seed);

/// The same, but keeps the rows of each group together: largest groups first, each where its classes are scarcest.
std::vector<std::int64_t> grouped_folds(Span<const std::uint8_t> labels, Span<const std::uint32_t> groups,
                                        std::int64_t folds, std::uint64_t seed);

/// The rows by which the training of a fold chooses its epoch: an inner part of the rows that it does not leave out, or
/// none, because the model has nothing to choose.
enum class ChoosingRows { inner_part, none };

/// The rows of the train and valid parts for fold `options.fold` of `options.folds`: as test part those of the fold,
/// as valid part an inner part of the others, by which a training chooses its epoch, and as train part the rest. With
/// ChoosingRows::none all others are the train part, and the fold itself is the valid part too. The test part of
/// `split` is left out. A single fold keeps train and valid as they are and leaves out valid. Refuses more folds than
/// the classes or groups allow.
SplitRows fold_of(const Examples& examples, const SplitRows& split, const DataOptions& options,
                  ChoosingRows choosing = ChoosingRows::inner_part);

/// The largest number of folds, up to `wanted`, for which each training has both classes in all its parts.
std::int64_t folds_allowed(const Examples& examples, const SplitRows& split, DataOptions options, std::int64_t wanted);

}  // namespace pauc
