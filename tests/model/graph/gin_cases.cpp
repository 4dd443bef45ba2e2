#include "model/graph/gin_cases.h"

#include "support/batches.h"

namespace pauc::test {

Model made(const GinCase& gin_case, ModelRoute route, std::uint64_t seed) {
  Random random(seed);
  return make_model(gin_case.options, {InputKind::molecule, {gin_case.columns}}, random, route);
}

GinCase random_case(Random& random) {
  const auto either = [&](auto one, auto other) { return random.below(2) == 0 ? one : other; };
  GinCase made;
  made.options.layers = 1 + random.below(3);
  made.options.hidden = random.below(2) == 0 ? 64 : 5;
  made.options.dropout = random.below(2) == 0 ? 0 : 0.3;
  made.options.epsilon = either(GinEpsilon::learnt, GinEpsilon::zero);
  made.options.bonds = either(true, false);
  made.options.pooling = either(Pooling::mean, Pooling::sum);
  made.columns = random.below(3);
  std::vector<int> sizes;
  for (int k = 0; k < 12; ++k) sizes.push_back(static_cast<int>(k % 4 == 0 ? random.below(2) : random.below(25)));
  sizes.push_back(9);
  made.batch.graphs = random_graphs(random, sizes);
  if (made.columns > 0) {
    std::vector<double> values(sizes.size() * made.columns);
    for (double& value : values) value = random.normal();
    made.batch.features = numbers(values).reshape({-1, made.columns});
  }
  return made;
}

}  // namespace pauc::test
