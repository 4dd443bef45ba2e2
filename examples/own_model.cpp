// Your own network in pauc's training loop: any torch::nn::Module becomes a model, and fit trains it for the part of
// the ROC curve that counts.
#include <pauc/model/module.h>
#include <pauc/objective/make_objective.h>
#include <pauc/trainer/loop/fit.h>
#include <torch/torch.h>

#include <cstdio>
#include <vector>

namespace {

// A tenth of the rows is positive. A product of two features separates them from the others.
pauc::Dataset made(std::int64_t rows) {
  const auto features = torch::randn({rows, 4});
  const auto signal = features.select(1, 0) * features.select(1, 1) + 0.5 * torch::randn({rows});
  const auto labels = (signal > 1.2).to(torch::kByte);
  pauc::Dataset dataset;
  dataset.labels.assign(labels.data_ptr<std::uint8_t>(), labels.data_ptr<std::uint8_t>() + rows);
  dataset.gather = [features](pauc::Span<const std::int64_t> ids, pauc::Random* /*noise*/) {
    const auto chosen = torch::tensor(std::vector<std::int64_t>(ids.begin(), ids.end()));
    return pauc::Batch{features.index_select(0, chosen)};
  };
  return dataset;
}

}  // namespace

int main() {
  torch::manual_seed(1);
  const pauc::Dataset train = made(6000);
  const pauc::Dataset valid = made(4000);

  torch::nn::Sequential net(torch::nn::Linear(4, 32), torch::nn::BatchNorm1d(32), torch::nn::ReLU(),
                            torch::nn::Dropout(0.1), torch::nn::Linear(32, 1));  // no sigmoid at the end
  const pauc::Model model = pauc::model_from_module(net);
  pauc::SopaOptions sopa;
  sopa.fpr_max = 0.1;
  pauc::OptimiserOptions adam;
  adam.lr = 3e-3;
  pauc::Trainee trainee{model, pauc::make_objective(sopa, train.size()),
                        pauc::make_optimiser(adam, model.parameter_list()),
                        pauc::Sampler(train.labels, {/*batch_size=*/256, /*batch_positives=*/64, /*seed=*/1})};
  pauc::FitOptions options;
  options.epochs = 10;
  options.stages = pauc::cosine_decay(adam.lr, options.epochs);
  options.target.fpr_max = sopa.fpr_max;
  pauc::Progress progress;
  pauc::fit(trainee, progress, train, valid, options);
  std::printf("partial AUC at FPR <= 0.1 on new rows: %.3f in epoch %lld\n", progress.best.valid,
              static_cast<long long>(progress.best.epoch));
  return progress.best.valid > 0.6 ? 0 : 1;
}
