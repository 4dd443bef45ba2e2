#include "pauc/core/error.h"
#include "pauc/ranks/group.h"

namespace pauc {

struct RankGroup::Connection {};
struct GradientReducer::State {};

RankGroup::RankGroup(const RanksOptions& /*options*/) {
  fail(Fault::usage, "ranks: this build of pauc has no Gloo, so it can train with one process only");
}
RankGroup::~RankGroup() = default;
void RankGroup::connect() {}
void RankGroup::disconnect() {}
void RankGroup::set(const std::string& /*key*/, const std::string& /*value*/) {}
bool RankGroup::has(const std::string& /*key*/) { return false; }
std::string RankGroup::get(const std::string& /*key*/) { return {}; }
std::int64_t RankGroup::count_up(const std::string& /*key*/) { return 0; }
void RankGroup::sum(const at::Tensor& /*tensor*/) {}
void RankGroup::broadcast(const at::Tensor& /*tensor*/) {}

GradientReducer::GradientReducer(RankGroup& /*group*/, const std::vector<at::Tensor>& /*parameters*/) {}
GradientReducer::~GradientReducer() = default;
void GradientReducer::before_backward() {}

}  // namespace pauc
