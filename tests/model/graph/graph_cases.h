#pragma once

#include "model/model_steps.h"
#include "pauc/model/make_model.h"
#include "support/random_graphs.h"

namespace pauc::test {

// One network on molecules and one batch for it, in double: gates of ReLU that flip make comparisons in float
// meaningless.
struct GraphCase {
  std::string model;
  Settings settings;
  std::int64_t columns = 0;
  Batch batch;

  std::string option(const std::string& name) const;
  double number(const std::string& name) const;
};

// All models of the registry that read molecules.
std::vector<std::string> graph_models();

Model made(const GraphCase& graph_case, ModelRoute route, std::uint64_t seed = 1);

// Options as they fall; molecules of one atom, without bonds and without atoms among the others.
GraphCase random_case(const std::string& model, Random& random);

// What a dropout multiplies by: 16 bits of the generator a value, those below the rate give 0.
std::vector<double> dropout_mask(double rate, Random& noise, std::int64_t size);

// The same of all molecules: the stream of each is that of its first atom.
at::Tensor dropout_mask_of_molecules(double rate, Random& noise, const GraphBatch& graphs, std::int64_t width);

// Asks an oracle in Python: weights, batch, weights of the scores in the loss and what else there is, against scores,
// gradients of all weights and running statistics.
struct OracleQuestion {
  GraphCase graph_case;
  NamedTensors masks;  // of dropout, in training
};
void expect_answers(const std::string& script, const std::vector<OracleQuestion>& questions, std::uint64_t noise);

}  // namespace pauc::test
