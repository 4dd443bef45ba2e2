#include "pauc/model/table/mlp.h"

#include <ATen/Functions.h>

#include <optional>
#include <vector>

#include "pauc/core/error.h"
#include "pauc/model/layers.h"
#include "pauc/model/make_model.h"

namespace pauc {

namespace {

constexpr std::int64_t kWidest = 65536;

struct HiddenLayer {
  LinearLayer linear;
  std::optional<BatchNormLayer> norm;
};

struct Mlp {
  std::vector<HiddenLayer> hidden;
  LinearLayer output;
  double dropout_rate;
  std::shared_ptr<double> statistics_rate;

  at::Tensor forward(const Batch& batch, Random* noise) const {
    at::Tensor values = batch.features;
    for (const HiddenLayer& layer : hidden) {
      values = layer.linear(values, noise);
      if (layer.norm) values = (*layer.norm)(values, noise != nullptr, *statistics_rate);
      values = at::relu_(values);
      if (noise != nullptr && dropout_rate > 0) values = dropout(values, dropout_rate, *noise, batch.share);
    }
    return output(values, noise).squeeze(1);
  }
};

}  // namespace

Model make_model(const MlpOptions& options, const InputShape& input, Random& random, ModelRoute route) {
  require_input(input, InputKind::table, "mlp");
  require_usage(!options.hidden.empty(), "model.hidden: expected at least one size, got none");
  require_usage(options.dropout >= 0 && options.dropout < 1, "model.dropout: expected a share from 0 to below 1, got ",
                options.dropout);
  Model model;
  Mlp mlp;
  mlp.dropout_rate = options.dropout;
  mlp.statistics_rate = model.statistics_rate;
  std::int64_t width = input.sizes[0];
  for (const std::int64_t size : options.hidden) {
    require_usage(size >= 1 && size <= kWidest, "model.hidden: expected sizes from 1 to ", kWidest,
                  " such as 256,128, got ", size);
    const std::string name = joined("hidden.", mlp.hidden.size());
    HiddenLayer layer{add_linear(model, name, width, size, random, route), std::nullopt};
    if (options.batch_norm) layer.norm = add_batch_norm(model, name + ".norm", size);
    mlp.hidden.push_back(std::move(layer));
    width = size;
  }
  mlp.output = add_linear(model, "output", width, input.outputs, random, route);
  model.reset_last_layer = [output = mlp.output](Random& again) { output.draw(again); };
  model.forward = [mlp](const Batch& batch, Random* noise) { return mlp.forward(batch, noise); };
  return model;
}

}  // namespace pauc
