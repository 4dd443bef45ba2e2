#include "pauc/batch/cpu_data.h"

#include <ATen/Functions.h>
#include <gtest/gtest.h>

namespace pauc {
namespace {

TEST(CpuData, IsWhereTheNumbersAre) {
  const at::Tensor numbers = at::arange(3, at::kFloat);
  EXPECT_EQ(cpu_data<float>(numbers)[2], 2);
  EXPECT_EQ(cpu_bytes(numbers), cpu_data<float>(numbers));
}

// A tensor on the device meta has no memory at all, and its address is null.
TEST(CpuData, RefusesATensorThatIsElsewhere) {
  const at::Tensor elsewhere = at::empty({3}, at::TensorOptions(at::kMeta).dtype(at::kFloat));
  EXPECT_THROW(cpu_data<float>(elsewhere), std::logic_error);
  EXPECT_THROW(cpu_bytes(elsewhere), std::logic_error);
}

}  // namespace
}  // namespace pauc
