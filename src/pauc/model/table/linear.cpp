#include "pauc/model/table/linear.h"

#include "pauc/model/layers.h"
#include "pauc/model/make_model.h"

namespace pauc {

Model make_model(const LinearOptions& /*options*/, const InputShape& input, Random& random, ModelRoute route) {
  require_input(input, InputKind::table, "linear");
  Model model;
  const LinearLayer output = add_linear(model, "output", input.sizes[0], input.outputs, random, route);
  model.reset_last_layer = [output](Random& again) { output.draw(again); };
  model.forward = [output](const Batch& batch, Random* noise) { return output(batch.features, noise).squeeze(1); };
  return model;
}

}  // namespace pauc
