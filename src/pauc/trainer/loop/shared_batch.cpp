#include "pauc/trainer/loop/shared_batch.h"

#include <ATen/Functions.h>

namespace pauc {

namespace {

at::Tensor tensor_of(const std::vector<std::int64_t>& numbers) { return at::tensor(numbers, at::kLong); }

}  // namespace

OwnRows own_rows(const std::vector<std::int64_t>& batch, const Dataset& dataset, const Ranks& ranks) {
  OwnRows own;
  if (ranks.is_alone() || dataset.owners.empty()) {
    own.examples = batch;
    return own;
  }
  std::vector<std::int64_t> noise_places;
  for (std::size_t place = 0; place < batch.size(); ++place) {
    const std::int64_t example = batch[place];
    const std::int64_t noise_rows = dataset.noise_rows.empty() ? 1 : dataset.noise_rows[example];
    const bool is_own = dataset.owners[example] == ranks.rank();
    if (is_own) {
      own.examples.push_back(example);
      own.places.push_back(static_cast<std::int64_t>(place));
      for (std::int64_t k = 0; k < noise_rows; ++k) noise_places.push_back(own.share.rows + k);
    }
    own.share.rows += noise_rows;
  }
  own.share.places = tensor_of(noise_places);
  return own;
}

at::Tensor whole_scores(const at::Tensor& own, const OwnRows& rows, std::int64_t size, const Ranks& ranks, bool& stop) {
  const at::Tensor all = at::zeros({size + 1}, own.options());  // adding zeros is exact
  all.index_copy_(0, tensor_of(rows.places).to(own.device()), own.detach());
  if (stop) all[size].fill_(1);
  ranks.sum(all);
  stop = all[size].item<double>() > 0;
  return all.narrow(0, 0, size).clone().set_requires_grad(true);
}

void average_over_ranks(const NamedTensors& tensors, const Ranks& ranks) {
  for (const auto& entry : tensors) {
    if (!entry.second.is_floating_point()) continue;
    ranks.sum(entry.second);
    entry.second.div_(ranks.size());
  }
}

}  // namespace pauc
