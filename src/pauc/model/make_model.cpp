#include "pauc/model/make_model.h"

#include <optional>

#include "pauc/core/error.h"
#include "pauc/core/text/nearest_name.h"

namespace pauc {

namespace {

// Whether a model can be computed on either route. Trees are no tensors.
template <class Options>
constexpr auto has_routes(int)
    -> decltype(make_model(std::declval<Options>(), std::declval<InputShape>(), std::declval<Random&>(), ModelRoute()),
                true) {
  return true;
}
template <class Options>
constexpr bool has_routes(...) {
  return false;
}

}  // namespace

Model make_model(const std::string& name, const Settings& settings, const InputShape& input, Random& random,
                 ModelRoute route) {
  std::optional<Model> made;
  std::vector<std::string> names;
  const auto try_row = [&](const auto& row) {
    names.emplace_back(row.name);
    if (name != row.name) return;
    const auto options = read_settings(settings, row.fields, "model");
    if constexpr (has_routes<std::decay_t<decltype(options)>>(0)) {
      made = make_model(options, input, random, route);
    } else {
      made = make_model(options, input, random);
    }
  };
  std::apply([&](const auto&... row) { (try_row(row), ...); }, model_rows());
  if (!made) fail(Fault::usage, "model: no \"", name, "\"; expected one of ", names_nearest_first(name, names));
  return *std::move(made);
}

void require_input(const InputShape& input, InputKind kind, const char* model) {
  require_usage(input.kind == kind, "model: ", model, " reads ", input_kind_name(kind), "s, the data are ",
                input_kind_name(input.kind), "s");
  const std::size_t sizes = kind == InputKind::image ? 4 : 1;
  require(input.sizes.size() == sizes, "model: ", model, ": expected ", sizes, " sizes of an example, got ",
          input.sizes.size());
}

}  // namespace pauc
