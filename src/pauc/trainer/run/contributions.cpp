#include "pauc/trainer/run/contributions.h"

#include <ATen/Functions.h>
#include <c10/core/GradMode.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <numeric>

#include "pauc/batch/flat_numbers.h"
#include "pauc/core/parallel.h"
#include "pauc/data/example_picture.h"
#include "pauc/data/inputs.h"
#include "pauc/data/molecule/without_atoms.h"
#include "pauc/data/tint.h"
#include "pauc/trainer/loop/threads.h"

namespace pauc {

namespace {

constexpr std::int64_t kRowsAtOnce = 128;

// scale x (score of the first row minus that of each other row), added to the values.
void add_differences(const std::vector<double>& scores, double scale, std::vector<double>& values) {
  values.resize(scores.size() - 1, 0);
  for (std::size_t k = 1; k < scores.size(); ++k) values[k - 1] += scale * (scores[0] - scores[k]);
}

std::vector<double> scores_of_rows(const Model& model, const GatherRows& gather, std::int64_t count) {
  std::vector<double> scores;
  for (std::int64_t begin = 0; begin < count; begin += kRowsAtOnce) {
    std::vector<std::int64_t> rows(static_cast<std::size_t>(std::min(kRowsAtOnce, count - begin)));
    std::iota(rows.begin(), rows.end(), begin);
    const FlatNumbers<double> some(model.forward(gather(rows, nullptr), nullptr));
    scores.insert(scores.end(), some.begin(), some.end());
  }
  return scores;
}

void add_atoms(const ScoringModel& model, std::int64_t row, record::Contributions& result) {
  const Content variants = without_each_atom(model.examples->content, row);
  if (variants.table.rows == 0) return;
  const GatherRows gather = gather_from(*model.preprocessing, variants);
  add_differences(scores_of_rows(model.model, gather, variants.table.rows), model.scale, result.values);
}

// The first pixel of a patch, see patch_of.
std::int64_t begin_of(std::int64_t patch, std::int64_t pixels, std::int64_t patches) {
  return (patch * pixels + patches - 1) / patches;
}

// Copies of one image, the first as it is, each other one with a patch covered.
at::Tensor covered(const at::Tensor& image, std::int64_t across, std::int64_t down) {
  at::Tensor images = image.repeat({across * down + 1, 1, 1, 1});
  const auto part = [&](std::int64_t patch, int side, std::int64_t patches, const at::Tensor& of) {
    const std::int64_t begin = begin_of(patch, image.size(side), patches);
    return of.narrow(side - 1, begin, begin_of(patch + 1, image.size(side), patches) - begin);
  };
  for (std::int64_t y = 0; y < down; ++y) {
    for (std::int64_t x = 0; x < across; ++x) {
      const at::Tensor copy = images.select(0, y * across + x + 1);
      part(x, 3, across, part(y, 2, down, copy)).zero_();  // the mean of each channel
    }
  }
  return images.contiguous(at::MemoryFormat::ChannelsLast);
}

void add_patches(const ScoringModel& model, std::int64_t row, record::Contributions& result) {
  const ImageSize& size = model.preprocessing->image.size;
  const std::int64_t down = std::min(kPatchesAlongSide, size.height);
  result.across = std::min(kPatchesAlongSide, size.width);
  const Batch own = gather_from(*model.preprocessing, model.examples->content)(std::vector<std::int64_t>{row}, nullptr);
  const at::Tensor images = covered(own.images, result.across, down);
  std::vector<double> scores;
  for (std::int64_t begin = 0; begin < images.size(0); begin += kRowsAtOnce) {
    const std::int64_t count = std::min(kRowsAtOnce, images.size(0) - begin);
    Batch batch;
    batch.images = images.narrow(0, begin, count);
    if (own.features.defined()) batch.features = own.features.repeat({count, 1});
    const FlatNumbers<double> some(model.model.forward(batch, nullptr));
    scores.insert(scores.end(), some.begin(), some.end());
  }
  add_differences(scores, model.scale, result.values);
}

}  // namespace

record::Contributions contributions_of(const ScoringModels& scoring, std::int64_t place) {
  const c10::NoGradGuard no_graph;
  record::Contributions result;
  const std::int64_t row = scoring.rows[static_cast<std::size_t>(place)];
  for (const ScoringModel& model : scoring.models) {
    if (!std::binary_search(model.places.begin(), model.places.end(), place)) continue;
    const Content& content = model.examples->content;
    if (content.kind == InputKind::image) {
      add_patches(model, row, result);
    } else if (content.molecules.size() > 0) {
      add_atoms(model, row, result);
    }
  }
  if (largest_of(result.values) == 0) result.values.clear();
  return result;
}

std::optional<std::vector<record::Contributions>> drawn_contributions(const ScoringModels& scoring,
                                                                      const std::vector<std::int64_t>& numbers,
                                                                      const Work& work) {
  const Examples& examples = *scoring.models.front().examples;
  std::vector<std::int64_t> places;
  for (const std::int64_t number : numbers) {
    const auto found = std::find_if(scoring.rows.begin(), scoring.rows.end(),
                                    [&](std::int64_t row) { return examples.facts.numbers[row] == number; });
    if (found != scoring.rows.end()) places.push_back(found - scoring.rows.begin());
  }
  std::vector<record::Contributions> all(places.size());
  std::atomic<bool> stopped = false;
  std::mutex asking;
  const OneThreadEach one_thread_each;
  parallel_for(static_cast<std::int64_t>(places.size()), work.threads, [&](std::int64_t k) {
    {
      const std::lock_guard lock(asking);
      if (work.stop_requested && work.stop_requested()) stopped = true;
    }
    if (stopped) return;
    set_compute_threads(1);  // of this thread
    const std::int64_t place = places[static_cast<std::size_t>(k)];
    const std::int64_t row = scoring.rows[static_cast<std::size_t>(place)];
    record::Contributions& one = all[static_cast<std::size_t>(k)];
    one = contributions_of(scoring, place);
    one.row = examples.facts.numbers[row];
    if (!one.values.empty()) one.picture = picture_of(examples.content, row, one.values, one.across);
  });
  if (stopped) return std::nullopt;
  all.erase(std::remove_if(all.begin(), all.end(), [](const auto& one) { return one.values.empty(); }), all.end());
  return all;
}

}  // namespace pauc
