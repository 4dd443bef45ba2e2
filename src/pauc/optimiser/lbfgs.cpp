#include "pauc/optimiser/lbfgs.h"

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <c10/core/GradMode.h>
#include <torch/optim/lbfgs.h>

#include <cmath>
#include <deque>
#include <memory>
#include <string>

#include "pauc/batch/cpu_data.h"
#include "pauc/core/error.h"
#include "pauc/optimiser/state_key.h"

namespace pauc {

namespace {

using torch::optim::LBFGS;
using torch::optim::LBFGSOptions;
using torch::optim::LBFGSParamState;

constexpr std::int64_t kIterations = 20;  // of one search: the training can be interrupted between searches
constexpr std::int64_t kHistory = 20;
constexpr double kSmallGradient = 1e-8;  // largest entry at convergence
constexpr double kSmallChange = 1e-14;   // of the loss or of any weight

struct Lbfgs {
  std::vector<at::Tensor> parameters;
  at::Tensor point;      // [d] double: the parameters one after another
  at::Tensor penalised;  // [d] double: 1 where the penalty counts
  double learning_rate = 1;
  double penalty = 0;
  bool converged = false;
  std::unique_ptr<LBFGS> stock;
};

LBFGSOptions stock_options(double learning_rate) {
  return LBFGSOptions(learning_rate)
      .max_iter(kIterations)
      .max_eval(100 * kIterations)  // never the limit: a search that ends early has converged
      .tolerance_grad(kSmallGradient)
      .tolerance_change(kSmallChange)
      .history_size(kHistory)
      .line_search_fn("strong_wolfe");
}

void begin_search(Lbfgs& own) {
  own.stock = std::make_unique<LBFGS>(std::vector<at::Tensor>{own.point}, stock_options(own.learning_rate));
  own.converged = false;
}

LBFGSParamState& state_of(Lbfgs& own) { return parameter_state<LBFGSParamState>(*own.stock, own.point); }

void write_parameters(const Lbfgs& own) {
  const c10::NoGradGuard no_graph;
  std::int64_t begin = 0;
  for (const at::Tensor& parameter : own.parameters) {
    parameter.detach().copy_(own.point.detach().narrow(0, begin, parameter.numel()).view(parameter.sizes()));
    begin += parameter.numel();
  }
}

Span<double> numbers_of(const at::Tensor& tensor) { return {cpu_data<double>(tensor), tensor.numel()}; }

// The loss with its penalty at the point; its gradient becomes that of the point.
at::Tensor evaluate(const Lbfgs& own, const FlatLoss& loss) {
  const c10::NoGradGuard no_graph;
  const at::Tensor gradient = at::zeros_like(own.point);
  const double value = loss(numbers_of(own.point), numbers_of(gradient));
  const at::Tensor shrunk = own.point * own.penalised;
  own.point.mutable_grad() = gradient.add_(shrunk, own.penalty);
  return at::full({}, value + own.penalty / 2 * shrunk.dot(shrunk).item<double>(), at::kDouble);
}

void run(Lbfgs& own, const FlatLoss& loss) {
  if (own.converged) return;
  const auto iterations = [&] { return state_of(own).n_iter(); };
  const std::int64_t before = iterations();
  own.stock->step([&] { return evaluate(own, loss); });
  own.converged = iterations() < before + kIterations;
  require(at::isfinite(own.point).all().item<bool>(), "lbfgs: expected finite weights, got others");
  write_parameters(own);
}

at::Tensor stacked(const std::deque<at::Tensor>& rows, at::IntArrayRef row) {
  if (!rows.empty()) return at::stack(std::vector<at::Tensor>(rows.begin(), rows.end()));
  std::vector<std::int64_t> sizes = {0};
  sizes.insert(sizes.end(), row.begin(), row.end());
  return at::empty(sizes, at::kDouble);
}

std::deque<at::Tensor> rows_of(const at::Tensor& stack) {
  std::deque<at::Tensor> rows;
  for (std::int64_t k = 0; k < stack.size(0); ++k) rows.push_back(stack[k].clone());
  return rows;
}

at::Tensor number(double value) { return at::full({}, value, at::kDouble); }
at::Tensor or_zeros(const at::Tensor& tensor, const at::Tensor& like) {
  return tensor.defined() ? tensor : at::zeros_like(like);
}

// `al`, the last member of the stock state, holds intermediate results of one iteration only.
NamedTensors tensors_of(Lbfgs& own) {
  LBFGSParamState& state = state_of(own);
  const at::Tensor point = own.point.detach();
  const bool stepped = state.n_iter() > 0;  // before the first iteration the stock numbers are not set
  return {{"learning_rate", number(own.learning_rate)},
          {"penalty", number(own.penalty)},
          {"converged", number(own.converged ? 1 : 0)},
          {"point", point},
          {"iterations", number(static_cast<double>(state.n_iter()))},
          {"evaluations", number(static_cast<double>(state.func_evals()))},
          {"step_length", number(stepped ? state.t() : 0)},
          {"previous_loss", number(stepped ? state.prev_loss() : 0)},
          {"direction", or_zeros(state.d(), point)},
          {"diagonal", or_zeros(state.H_diag(), number(0))},
          {"previous_gradient", or_zeros(state.prev_flat_grad(), point)},
          {"old_directions", stacked(state.old_dirs(), point.sizes())},
          {"old_steps", stacked(state.old_stps(), point.sizes())},
          {"ro", stacked(state.ro(), {})}};
}

void check_saved(const NamedTensors& saved, const NamedTensors& mine) {
  const auto rows = [&](const char* name) { return saved.count(name) > 0 ? saved.at(name).dim() : 0; };
  NamedTensors wanted = mine;
  if (rows("old_directions") == 2 && saved.at("old_directions").size(0) <= kHistory) {
    const std::int64_t kept = saved.at("old_directions").size(0);
    const std::int64_t width = mine.at("point").numel();
    wanted["old_directions"] = at::empty({kept, width}, at::kDouble);
    wanted["old_steps"] = at::empty({kept, width}, at::kDouble);
    wanted["ro"] = at::empty({kept}, at::kDouble);
  }
  require_same_shapes(saved, wanted);
}

void restore(Lbfgs& own, const NamedTensors& saved) {
  check_saved(saved, tensors_of(own));
  const c10::NoGradGuard no_graph;
  const auto number_at = [&](const char* name) { return saved.at(name).item<double>(); };
  own.learning_rate = number_at("learning_rate");
  own.penalty = number_at("penalty");
  own.point.copy_(saved.at("point"));
  begin_search(own);
  own.converged = number_at("converged") != 0;
  write_parameters(own);
  LBFGSParamState& state = state_of(own);
  state.n_iter(static_cast<std::int64_t>(number_at("iterations")));
  state.func_evals(static_cast<std::int64_t>(number_at("evaluations")));
  if (state.n_iter() == 0) return;
  state.t(number_at("step_length"));
  state.prev_loss(number_at("previous_loss"));
  state.d(saved.at("direction").clone());
  state.H_diag(saved.at("diagonal").clone());
  state.prev_flat_grad(saved.at("previous_gradient").clone());
  state.old_dirs(rows_of(saved.at("old_directions")));
  state.old_stps(rows_of(saved.at("old_steps")));
  state.ro(rows_of(saved.at("ro")));
}

FullBatchSearch search_of(const std::shared_ptr<Lbfgs>& own) {
  FullBatchSearch search;
  search.run = [own](const FlatLoss& loss) { run(*own, loss); };
  search.converged = [own] { return own->converged; };
  search.set_penalty = [own](double penalty) {
    require_usage(penalty >= 0 && std::isfinite(penalty), "weight_decay: expected a number from 0 on, got ", penalty);
    own->penalty = penalty;
    begin_search(*own);
  };
  search.weights = [own] {
    const Span<double> numbers = numbers_of(own->point);
    return std::vector<double>(numbers.begin(), numbers.end());
  };
  return search;
}

}  // namespace

Optimiser make_lbfgs(const OptimiserOptions& options, const std::vector<at::Tensor>& parameters) {
  const c10::NoGradGuard no_graph;
  const auto own = std::make_shared<Lbfgs>();
  own->parameters = parameters;
  std::vector<at::Tensor> values, penalised;
  for (const at::Tensor& parameter : parameters) {
    values.push_back(parameter.detach().flatten().to(at::kCPU, at::kDouble));
    penalised.push_back(at::full({parameter.numel()}, parameter.dim() > 1 ? 1.0 : 0.0, at::kDouble));
  }
  own->point = at::cat(values).clone();
  own->penalised = at::cat(penalised);
  own->learning_rate = options.lr;
  own->penalty = options.weight_decay;
  begin_search(*own);
  Optimiser optimiser;
  optimiser.step = [] { fail(Fault::usage, "lbfgs: expected a search on all rows, got the gradient of one batch"); };
  optimiser.begin_stage = [own](double rate) { own->learning_rate = rate; };
  optimiser.save = [own] { return tensors_of(*own); };
  optimiser.restore = [own](const NamedTensors& saved) { restore(*own, saved); };
  optimiser.search = search_of(own);
  return optimiser;
}

}  // namespace pauc
