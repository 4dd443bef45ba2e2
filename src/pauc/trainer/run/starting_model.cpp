#include "pauc/trainer/run/starting_model.h"

#include <ATen/core/Tensor.h>
#include <c10/core/GradMode.h>

#include "pauc/core/error.h"
#include "pauc/model/make_model.h"
#include "pauc/trainer/config/options.h"
#include "pauc/trainer/loop/device.h"
#include "pauc/trainer/loop/initial_weights.h"
#include "pauc/trainer/loop/plan.h"
#include "pauc/trainer/loop/streams.h"

namespace pauc {

namespace {

void copy_from_run(const Training& training, Model& model) {
  try {
    copy_weights(training.start, model);
  } catch (const UserError& error) {
    fail(Fault::usage, "init: the weights of ", training.config.get("trainer.init"), " do not fit ",
         training.config.get("model.name"), " for these data (", error.what(), "); choose another model");
  }
}

void take_start(const Training& training, const std::function<void(const std::string&)>& say, Model& model) {
  const std::string init = training.config.get("trainer.init");
  if (!is_weights_file(init)) return copy_from_run(training, model);
  std::vector<std::string> notes;
  take_weights(training.start, init, model, notes);
  for (const std::string& note : notes) say(note);
}

void zero_weights(const Model& model) {
  const c10::NoGradGuard no_graph;
  for (const at::Tensor& parameter : model.parameter_list()) parameter.detach().zero_();
}

// Batches are prepared in the memory of the CPU and moved when they are used.
void give_device(const at::Device& device, Model& model) {
  if (device.is_cpu()) return;
  move_to(device, model);
  model.forward = [device, forward = model.forward](const Batch& batch, Random* noise) {
    return forward(on_device(device, batch), noise);
  };
}

}  // namespace

Model starting_model(const Training& training, const PreparedData& data,
                     const std::function<void(const std::string&)>& say) {
  const TrainerOptions trainer = training.config.read("trainer", kTrainerFields);
  const std::vector<Phase> phases = phases_of(training.config);
  const auto seed = static_cast<std::uint64_t>(trainer.seed);
  Random random(seed, kInitialWeights);
  Model model = make_model(training.config.get("model.name"), training.config.section("model"), data.inputs.shape,
                           random, trainer.kernels == Kernels::plain ? ModelRoute::tensors : ModelRoute::kernels);
  if (!data.ranks->is_alone() && trainer.sync_batch_norm) {
    *model.batch_sums = [ranks = data.ranks](const at::Tensor& tensor) { ranks->sum(tensor); };
  }
  if (!training.start.empty()) {
    take_start(training, say, model);
    Random again(seed, kNewLastLayer);
    if (trainer.init_last_layer == LastLayer::drawn) model.reset_last_layer(again);
  } else if (phases.front().is_full_batch()) {
    zero_weights(model);  // a search needs no luck: the weights of inputs that never vary in training stay exactly 0
  }
  const at::Device device = device_of(trainer.device);  // refused if it is not there, whatever the model
  if (!stays_on_cpu(phases)) give_device(device, model);
  return model;
}

}  // namespace pauc
