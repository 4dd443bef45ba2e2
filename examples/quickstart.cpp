// Your model and your loop with pauc's objective: only the line with the loss changes.
#include <pauc/metric/partial_auc.h>
#include <pauc/objective/make_objective.h>
#include <torch/torch.h>

#include <cstdio>

namespace {

// A tenth of the rows is positive. Features 0 and 1 separate them from most negatives, but one negative in fifty has a
// larger feature 0 than any positive, and these negatives are the first false alarms.
struct Data {
  torch::Tensor features;  // [n, 4]
  torch::Tensor labels;    // [n]
};

Data make_data(std::int64_t rows) {
  const auto labels = (torch::rand({rows}) < 0.1).to(torch::kLong);
  const auto look_alikes = (torch::rand({rows}) < 0.02) * (1 - labels);
  const auto features = torch::randn({rows, 4});
  features.select(1, 0) += 2 * labels + 5 * look_alikes;
  features.select(1, 1) += 1.5 * labels;
  return {features, labels};
}

double judged(torch::nn::Linear& model, const Data& data) {
  const torch::NoGradGuard no_graph;
  const auto scores = model->forward(data.features).squeeze(1).to(torch::kDouble).contiguous();
  const auto labels = data.labels.to(torch::kByte).contiguous();
  const pauc::Cases cases{{labels.data_ptr<std::uint8_t>(), labels.numel()},
                          {scores.data_ptr<double>(), scores.numel()}};
  return pauc::partial_auc(cases, pauc::fpr_at_most(0.02), pauc::Scale::mcclish);
}

template <class Options>
void train_by(const char* name, const Options& options, torch::nn::Linear& model, const Data& train,
              double learning_rate) {
  torch::optim::Adam adam(model->parameters(), learning_rate);
  pauc::Objective objective = pauc::make_objective(options, train.labels.numel());
  for (int step = 0; step < 2000; ++step) {
    const auto rows = torch::randint(train.labels.numel(), {512}, torch::kLong);
    const auto scores = model->forward(train.features.index_select(0, rows)).squeeze(1);  // raw: no sigmoid
    const auto loss = objective(pauc::make_scored_batch(scores, train.labels.index_select(0, rows), rows));
    adam.zero_grad();
    loss.differentiable.backward();
    adam.step();
    if (step % 1000 == 0) std::printf("%-7s step %4d: objective %.4f\n", name, step, loss.value);
  }
}

}  // namespace

int main() {
  torch::manual_seed(0);
  const Data train = make_data(6000);
  const Data test = make_data(20000);
  torch::nn::Linear model(4, 1);
  train_by("ce", pauc::CeOptions{}, model, train, 1e-2);
  const double by_ce = judged(model, test);

  // Few negatives count at so low a rate: begin with a model that ranks already, and take small steps.
  pauc::SopaOptions sopa;
  sopa.fpr_max = 0.02;
  train_by("sopa", sopa, model, train, 1e-3);
  const double by_sopa = judged(model, test);
  std::printf("partial AUC at FPR <= 0.02 on new rows: cross-entropy %.3f, then sopa %.3f\n", by_ce, by_sopa);
  return by_sopa > by_ce ? 0 : 1;
}
