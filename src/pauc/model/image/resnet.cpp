#include "pauc/model/image/resnet.h"

#include <ATen/Functions.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "pauc/batch/shape.h"
#include "pauc/core/error.h"
#include "pauc/model/image/layers.h"
#include "pauc/model/make_model.h"

namespace pauc {

namespace {

struct Projection {
  ConvolutionLayer convolution;
  ImageNormLayer norm;
};

struct Block {
  ConvolutionLayer first;
  ImageNormLayer first_norm;
  ConvolutionLayer second;
  ImageNormLayer second_norm;
  std::optional<Projection> projection;

  at::Tensor operator()(const at::Tensor& input, const ImageStep& step) const {
    const at::Tensor inner = first_norm(first(input, step), {}, step);
    return second_norm(second(inner, step), shortcut(input, step), step);
  }

  at::Tensor shortcut(const at::Tensor& input, const ImageStep& step) const {
    if (projection) return projection->norm(projection->convolution(input, step), {}, step);
    return first.stride == 1 ? input : halved(input, first.weight.size(0));
  }
};

enum class Pool { none, maxima };

struct ResNet {
  ConvolutionLayer stem;
  ImageNormLayer stem_norm;
  Pool pool = Pool::none;
  std::vector<Block> blocks;
  LinearLayer output;
  std::int64_t columns = 0;           // of the table beside the images
  std::vector<std::int64_t> expects;  // channels, height, width
  std::shared_ptr<double> statistics_rate;
  ModelRoute route = ModelRoute::kernels;

  at::Tensor forward(const Batch& batch, Random* noise) const {
    const ImageStep step{noise, *statistics_rate, route};
    at::Tensor values = stem_norm(stem(checked(batch.images), step), {}, step);
    if (pool == Pool::maxima) values = at::max_pool2d(values, 3, 2, 1);
    for (const Block& block : blocks) values = block(values, step);
    values = with_columns(average_of_pixels(values, step), batch.features, columns);
    return output(values, noise).squeeze(1);
  }

  const at::Tensor& checked(const at::Tensor& images) const {
    require(images.defined() && images.dim() == 4 && images.sizes().slice(1) == at::IntArrayRef(expects),
            "resnet: expected images of ", expects[0], "x", expects[1], "x", expects[2], ", got ",
            images.defined() ? shape_of(images) : "none");
    return images;
  }
};

enum class Shortcut { halved, projected };

class Builder {
 public:
  Builder(const InputShape& input, Random& random, ModelRoute route) : random_(random), outputs_(input.outputs) {
    net_.columns = input.sizes[0];
    net_.expects = {input.sizes.begin() + 1, input.sizes.end()};
    net_.statistics_rate = model_.statistics_rate;
    net_.route = route;
  }

  void add_stem(std::int64_t channels, std::int64_t kernel, std::int64_t stride, Pool pool) {
    net_.stem = convolution("conv1", net_.expects[0], channels, kernel, stride);
    net_.stem_norm = add_image_norm(model_, "bn1", channels, Activation::relu);
    net_.pool = pool;
    channels_ = channels;
  }

  void add_stage(std::int64_t blocks, std::int64_t channels, std::int64_t stride, Shortcut shortcut) {
    const std::string name = joined("layer", ++stages_, ".");
    for (std::int64_t k = 0; k < blocks; ++k) {
      net_.blocks.push_back(block(joined(name, k), channels, k == 0 ? stride : 1, shortcut));
      channels_ = channels;
    }
  }

  Model finished() {
    net_.output = add_linear(model_, "fc", channels_ + net_.columns, outputs_, random_, net_.route);
    model_.reset_last_layer = [output = net_.output](Random& again) { output.draw(again); };
    model_.forward = [net = net_](const Batch& batch, Random* noise) { return net.forward(batch, noise); };
    return std::move(model_);
  }

 private:
  ConvolutionLayer convolution(const std::string& name, std::int64_t in, std::int64_t out, std::int64_t kernel,
                               std::int64_t stride) {
    return add_convolution(model_, name, in, out, kernel, stride, random_);
  }

  Block block(const std::string& name, std::int64_t channels, std::int64_t stride, Shortcut shortcut) {
    Block block;
    block.first = convolution(name + ".conv1", channels_, channels, 3, stride);
    block.first_norm = add_image_norm(model_, name + ".bn1", channels, Activation::relu);
    block.second = convolution(name + ".conv2", channels, channels, 3, 1);
    block.second_norm = add_image_norm(model_, name + ".bn2", channels, Activation::relu);
    if (shortcut == Shortcut::projected && (stride != 1 || channels != channels_)) {
      block.projection = {convolution(name + ".downsample.0", channels_, channels, 1, stride),
                          add_image_norm(model_, name + ".downsample.1", channels, Activation::none)};
    }
    return block;
  }

  Random& random_;
  std::int64_t outputs_;
  Model model_;
  ResNet net_;
  std::int64_t channels_ = 0;  // of the last layer so far
  std::int64_t stages_ = 0;
};

bool has_large_stem(ResNetStem stem, const InputShape& input) {
  constexpr std::int64_t kLarge = 96;
  if (stem == ResNetStem::automatic) return std::max(input.sizes[2], input.sizes[3]) >= kLarge;
  return stem == ResNetStem::large;
}

}  // namespace

Model make_model(const ResNet18Options& options, const InputShape& input, Random& random, ModelRoute route) {
  require_input(input, InputKind::image, "resnet18");
  Builder builder(input, random, route);
  if (has_large_stem(options.stem, input)) {
    builder.add_stem(64, 7, 2, Pool::maxima);
  } else {
    builder.add_stem(64, 3, 1, Pool::none);
  }
  builder.add_stage(2, 64, 1, Shortcut::projected);
  builder.add_stage(2, 128, 2, Shortcut::projected);
  builder.add_stage(2, 256, 2, Shortcut::projected);
  builder.add_stage(2, 512, 2, Shortcut::projected);
  return builder.finished();
}

Model make_model(const ResNet20Options& /*options*/, const InputShape& input, Random& random, ModelRoute route) {
  require_input(input, InputKind::image, "resnet20");
  Builder builder(input, random, route);
  builder.add_stem(16, 3, 1, Pool::none);
  builder.add_stage(3, 16, 1, Shortcut::halved);
  builder.add_stage(3, 32, 2, Shortcut::halved);
  builder.add_stage(3, 64, 2, Shortcut::halved);
  return builder.finished();
}

}  // namespace pauc
