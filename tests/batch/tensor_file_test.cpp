#include "pauc/batch/tensor_file.h"

#include <ATen/Functions.h>
#include <gmock/gmock.h>

#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using test::refusal_of;

void expect_round_trip(const NamedTensors& tensors) {
  const test::TemporaryFolder folder;
  write_tensors(folder.path("t.safetensors"), tensors);
  const NamedTensors back = read_tensors(folder.path("t.safetensors"));
  ASSERT_EQ(back.size(), tensors.size());
  for (const auto& [name, tensor] : tensors) {
    const at::Tensor& found = back.at(name);
    EXPECT_EQ(found.scalar_type(), tensor.scalar_type()) << name;
    EXPECT_EQ(found.sizes(), tensor.sizes()) << name;
    EXPECT_TRUE(at::equal(found, tensor.detach())) << name;
  }
}

TEST(TensorFile, EveryTypeReadsBackToTheSameBits) {
  NamedTensors tensors;
  const at::Tensor values = at::arange(-3, 4, at::kDouble);
  for (const auto type :
       {at::kDouble, at::kFloat, at::kHalf, at::kBFloat16, at::kLong, at::kInt, at::kShort, at::kChar, at::kBool}) {
    tensors[c10::toString(type)] = values.to(type);
  }
  tensors["Byte"] = at::arange(250, 256, at::kByte);
  expect_round_trip(tensors);
}

TEST(TensorFile, EveryShapeReadsBack) {
  expect_round_trip({{"scalar", at::scalar_tensor(3.5, at::kDouble)},
                     {"empty", at::empty({0}, at::kFloat)},
                     {"empty matrix", at::empty({3, 0, 2}, at::kFloat)},
                     {"cube", at::arange(24, at::kFloat).reshape({2, 3, 4})},
                     {"transposed", at::arange(6, at::kFloat).reshape({2, 3}).t()},
                     {"part", at::arange(10, at::kFloat).slice(0, 2, 8, 3)},
                     {"leaf", at::ones({2}, at::kFloat).set_requires_grad(true)},
                     {"näme / \"quoted\"", at::ones({1}, at::kFloat)}});
}

TEST(TensorFile, NumbersAtTheEdgeKeepTheirBits) {
  const at::Tensor edges = at::empty({4}, at::kFloat);
  const float values[] = {-0.0F, 1e-45F, 3.4e38F, std::numeric_limits<float>::infinity()};
  std::copy(std::begin(values), std::end(values), edges.data_ptr<float>());
  expect_round_trip({{"edges", edges}});
}

TEST(TensorFile, ReadTensorsShareNoMemoryWithTheFile) {
  const test::TemporaryFolder folder;
  write_tensors(folder.path("t"), {{"a", at::ones({2}, at::kFloat)}});
  at::Tensor first = read_tensors(folder.path("t")).at("a");
  first.zero_();
  EXPECT_TRUE(at::equal(read_tensors(folder.path("t")).at("a"), at::ones({2}, at::kFloat)));
}

TEST(TensorFile, WhatIsNoTensorFileIsRefused) {
  const test::TemporaryFolder folder;
  EXPECT_THAT(refusal_of([&] { read_tensors(folder.file("t", "nonsense")); }), testing::HasSubstr("/t"));
  EXPECT_THAT(refusal_of([&] { read_tensors(folder.path("none")); }, Fault::no_input), testing::HasSubstr("/none"));
}

}  // namespace
}  // namespace pauc
