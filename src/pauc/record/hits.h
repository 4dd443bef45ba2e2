#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pauc/core/picture.h"

namespace pauc::record {

// A molecule that was active in training, beside one that scores high.
struct NearActive {
  std::string name;  // id, or number of the row
  double similarity = 0;
  Picture picture;
};

// The labelled rows of the training data that have the structure of a hit.
struct MeasuredBefore {
  std::string name;  // of the first: id, or number of the row
  std::int64_t positives = 0;
  std::int64_t negatives = 0;
};

// A bit of the model's Morgan fingerprint: how much lower the score is without it.
struct CarryingBit {
  std::string column;  // "morgan_1380"
  double value = 0;
  Picture picture;  // with the atoms that set the bit
};

// A row with one of the highest scores.
struct Hit {
  std::int64_t row = 0;  // in the file, from 1
  std::string id;
  double score = 0;
  std::optional<double> spread;            // of the score over the models
  std::optional<double> probability;       // of being positive
  std::optional<bool> positive;            // its label, if it is known
  std::optional<MeasuredBefore> measured;  // in train, valid or test of the run
  std::string smiles;                      // of the molecule as the model reads it
  std::string scaffold;                    // Murcko; empty: no rings
  Picture picture;                         // atoms in the colours of what they add to the score
  bool coloured = false;
  std::vector<std::string> alerts;                              // names of PAINS that it has
  std::vector<NearActive> near;                                 // the most similar first
  std::vector<CarryingBit> bits;                                // those that change the score most
  std::vector<std::pair<std::string, std::string>> properties;  // columns that were kept
};

// What to expect of testing the rows with the highest scores.
struct Budget {
  std::int64_t tested = 0;
  std::int64_t rows = 0;                 // scored, from which they are taken
  double expected = 0;                   // actives among them: the sum of their probabilities
  double deviation = 0;                  // of that number, if the probabilities are right
  double by_chance = 0;                  // actives expected among as many rows taken at random
  std::optional<std::int64_t> found;     // actives among those with a label
  std::optional<std::int64_t> labelled;  // of the tested rows
};

// Shares of the rows that are tested, the highest scores first, and of the actives found among them.
struct EnrichmentPoint {
  double tested = 0;
  double found = 0;
};

// The rows with the highest scores, for people to look at.
struct Hits {
  std::string run;
  std::string data;
  std::string model;  // "gin trained with sopa"
  std::string label;
  std::string positive;
  std::int64_t rows = 0;     // scored
  std::int64_t actives = 0;  // of the training, among which near ones were looked for
  bool diverse = false;      // the best of each scaffold first
  std::vector<Hit> hits;
  std::optional<Budget> budget;
  std::string enrichment_of;  // "the test part: 31 actives among 709 rows"; empty: no curve
  std::vector<EnrichmentPoint> enrichment;
};

}  // namespace pauc::record
