// Your own data in pauc's training loop: provide labels and a function from row numbers to a batch. Here the rows are
// short signals that are generated on demand, as images would be read from disk.
#include <ATen/Functions.h>
#include <pauc/model/make_model.h>
#include <pauc/objective/make_objective.h>
#include <pauc/trainer/loop/fit.h>

#include <cmath>
#include <cstdio>

namespace {

constexpr std::int64_t kLength = 32;

// Noise. A positive also contains a weak wave of unknown phase.
void make_signal(std::int64_t row, bool positive, float* out) {
  pauc::Random random(1, static_cast<std::uint64_t>(row));
  const double phase = 6.28 * random.uniform();
  for (std::int64_t t = 0; t < kLength; ++t) {
    const double wave = positive ? 0.9 * std::sin(0.8 * static_cast<double>(t) + phase) : 0;
    out[t] = static_cast<float>(random.normal() + wave);
  }
}

pauc::Dataset signals(std::int64_t first, std::int64_t count) {
  pauc::Dataset dataset;
  for (std::int64_t k = 0; k < count; ++k) dataset.labels.push_back(k % 10 == 0 ? 1 : 0);
  dataset.gather = [first, labels = dataset.labels](pauc::Span<const std::int64_t> rows, pauc::Random* /*noise*/) {
    pauc::Batch batch{at::empty({rows.size(), kLength}, at::kFloat)};
    for (std::int64_t k = 0; k < rows.size(); ++k) {
      make_signal(first + rows[k], labels[rows[k]] == 1, batch.features.data_ptr<float>() + k * kLength);
    }
    return batch;
  };
  return dataset;
}

}  // namespace

int main() {
  const pauc::Dataset train = signals(0, 8000);
  const pauc::Dataset valid = signals(8000, 4000);

  pauc::Random random(1);
  pauc::MlpOptions mlp;
  mlp.hidden = {64, 64};
  const pauc::Model model = pauc::make_model(mlp, {pauc::InputKind::table, {kLength}}, random);
  pauc::SopaOptions sopa;
  sopa.fpr_max = 0.1;
  pauc::Trainee trainee{model, pauc::make_objective(sopa, train.size()),
                        pauc::make_optimiser({}, model.parameter_list()),
                        pauc::Sampler(train.labels, {/*batch_size=*/256, /*batch_positives=*/64, /*seed=*/1})};
  pauc::FitOptions options;
  options.epochs = 10;
  options.target.fpr_max = sopa.fpr_max;
  pauc::FitHooks hooks;
  hooks.epoch_done = [](const pauc::Progress& progress) {
    const auto& epoch = progress.log.back();
    std::printf("epoch %2lld: objective %.4f, partial AUC on new signals %.3f\n", static_cast<long long>(epoch.epoch),
                epoch.objective, epoch.valid);
  };
  pauc::Progress progress;
  pauc::fit(trainee, progress, train, valid, options, hooks);
  return progress.best.valid > 0.6 ? 0 : 1;
}
