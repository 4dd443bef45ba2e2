#pragma once

#include <string>
#include <vector>

#include "pauc/data/blocks.h"
#include "pauc/data/examples.h"

namespace pauc {

// Makes molecules of each row's SMILES the content of the examples, whose facts are known already. Those that cannot be
// read are noted, the first few by row; refused when none can be.
void add_molecules(const std::vector<std::string>& smiles, const DataOptions& options, Examples& examples);

// Says of a column of texts that it could well be taken as molecules.
void note_likely_molecules(Examples& examples);

// What a split by scaffold needs to know of the rows, if one is asked for.
void add_scaffolds(const std::vector<std::string>& smiles, const DataOptions& options, Examples& examples);

// The same for a block whose rows are numbered already; those that cannot be read are marked, with a complaint.
void add_molecules(const std::vector<std::string>& smiles, const std::string& file, int threads, Block& block);

}  // namespace pauc
