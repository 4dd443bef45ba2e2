#include "pauc/ranks/ranks.h"

#include <ATen/Functions.h>

#include <nlohmann/json.hpp>

#include "pauc/core/error.h"
#include "pauc/ranks/failed_rank.h"
#include "pauc/ranks/group.h"
#include "pauc/ranks/life.h"

namespace pauc {

namespace {

using Json = nlohmann::ordered_json;

Json layout_of(const NamedTensors& tensors) {
  Json layout = Json::array();
  for (const auto& [name, tensor] : tensors) {
    layout.push_back({name, static_cast<int>(tensor.scalar_type()), tensor.sizes().vec()});
  }
  return layout;
}

NamedTensors tensors_like(const Json& layout) {
  NamedTensors tensors;
  for (const Json& entry : layout) {
    const auto sizes = entry[2].get<std::vector<std::int64_t>>();
    tensors[entry[0]] = at::empty(sizes, static_cast<at::ScalarType>(entry[1].get<int>()));
  }
  return tensors;
}

// "trainer.seed: expected 3 as on rank 0, got 4" for lines of the form "trainer.seed: 3".
std::string difference(const std::string& expected, const std::string& found) {
  const auto colon = expected.find(": ");
  const bool same_name = colon != std::string::npos && found.compare(0, colon + 2, expected, 0, colon + 2) == 0;
  if (!same_name) return joined("expected ", shown(expected), " as on rank 0, got ", shown(found));
  return joined(expected.substr(0, colon), ": expected ", shown(expected.substr(colon + 2)), " as on rank 0, got ",
                shown(found.substr(colon + 2)));
}

// Errors of c10 go on with a stack trace.
std::string first_line(const std::exception& error) {
  const std::string text = error.what();
  return text.substr(0, text.find('\n'));
}

}  // namespace

Ranks::Ranks() = default;

Ranks::Ranks(const RanksOptions& options) : options_(options) {
  require_usage(options.size >= 1 && options.rank >= 0 && options.rank < options.size,
                "ranks: expected a rank from 0 to below ", options.size, ", got ", options.rank);
  require_usage(options.timeout > 0, "ranks: expected a timeout above 0, got ", options.timeout);
  if (options.size > 1) life_ = std::make_unique<Life>(options);
}

Ranks::~Ranks() = default;

void Ranks::sum(const at::Tensor& tensor) const {
  if (!life_ || tensor.numel() == 0) return;
  life_->count_collective();
  if (tensor.is_contiguous() && tensor.device().is_cpu()) return life_->group().sum(tensor);
  const at::Tensor copy = tensor.to(at::kCPU).contiguous();
  life_->group().sum(copy);
  tensor.copy_(copy);
}

void Ranks::broadcast(NamedTensors& tensors) const {
  if (!life_) return;
  const std::string layout = from_first([&] { return layout_of(tensors).dump(); });
  if (!is_first()) tensors = tensors_like(Json::parse(layout));
  for (auto& entry : tensors) {
    if (entry.second.numel() == 0) continue;
    entry.second = entry.second.contiguous();
    life_->count_collective();
    life_->group().broadcast(entry.second.detach().view({-1}).view(at::kByte));
  }
}

std::string Ranks::from_first(const std::function<std::string()>& make) const {
  if (!life_) return make();
  const std::string key = joined("first/", life_->next_exchange());
  if (is_first()) {
    std::string text = make();
    life_->group().set(key, text);
    return text;
  }
  life_->wait_for(key);
  return life_->group().get(key);
}

void Ranks::require_same(const std::string& what, const std::vector<std::string>& lines) const {
  if (!life_) return;
  const std::string prefix = joined("same/", life_->next_exchange(), "/");
  life_->group().set(prefix + std::to_string(rank()), Json(lines).dump(-1, ' ', false, Json::error_handler_t::replace));
  std::vector<std::string> expected;
  for (int other = 0; other < size(); ++other) {
    const std::string key = prefix + std::to_string(other);
    life_->wait_for(key);
    const auto found = Json::parse(life_->group().get(key)).get<std::vector<std::string>>();
    if (other == 0) expected = found;
    for (std::size_t k = 0; k < std::max(found.size(), expected.size()); ++k) {
      const std::string here = k < found.size() ? found[k] : "none";
      const std::string there = k < expected.size() ? expected[k] : "none";
      if (here != there) fail(Fault::usage, life_->name_of(other), ": ", what, ": ", difference(there, here));
    }
  }
}

void Ranks::wait_for_all() const { require_same("", {}); }

void Ranks::guarded(const std::function<void()>& work) const {
  if (!life_) return work();
  const auto throw_failure = [&](const std::string& message) {
    const RankFailure failure = life_->found_failure(message);
    life_->leave(false);
    throw FailedRank(failure.rank, failure.by_error, failure.fault,
                     joined(life_->name_of(failure.rank), ": ", failure.sentence));
  };
  try {
    work();
  } catch (const LostContact& lost) {
    throw_failure(lost.what());
  } catch (const UserError& error) {
    if (life_->leave_by({rank(), true, error.fault(), error.what()}) || is_first()) throw;
    throw FailedRank(rank(), true, error.fault(), joined(life_->name_of(rank()), ": ", error.what()));
  } catch (const std::exception& error) {
    life_->leave_by({rank(), true, Fault::failed_run, joined("internal error: ", first_line(error))});
    throw;
  }
  life_->leave(true);
}

struct GradientSums::Reducer {
  Ranks::Life& life;
  GradientReducer own;
};

GradientSums::GradientSums(const Ranks& ranks, const std::vector<at::Tensor>& parameters) {
  if (ranks.is_alone()) return;
  Ranks::Life& life = *ranks.life();
  life.count_collective();
  try {
    reducer_.reset(new Reducer{life, {life.group(), parameters}});
  } catch (const std::exception& error) {
    throw LostContact(first_line(error));
  }
}

GradientSums::~GradientSums() = default;

void GradientSums::backward(const at::Tensor& output, const at::Tensor& gradient) {
  if (!reducer_) return output.backward(gradient);
  reducer_->life.count_collective();
  try {
    reducer_->own.before_backward();
    output.backward(gradient);
  } catch (const UserError&) {
    throw;
  } catch (const LostContact&) {
    throw;
  } catch (const std::exception& error) {  // c10d reports broken connections by errors of its own
    throw LostContact(first_line(error));
  }
}

}  // namespace pauc
