#pragma once

#include <string>
#include <vector>

#include "pauc/data/blocks.h"
#include "pauc/data/examples.h"

namespace pauc {

// Parses the SMILES of each row and makes the molecules the content of the examples, whose facts must be known already.
// With the option features_from, the content is a table with these features, and the molecules stay beside it. Adds
// notes about SMILES that cannot be parsed, with the rows of the first few; refuses data in which none can be.
void add_molecules(const std::vector<std::string>& smiles, const DataOptions& options, Examples& examples);

// Adds a note about each column of categories that looks like SMILES.
void note_likely_molecules(Examples& examples);

// Parses the SMILES alone, for data whose kind and notes are known: with features_from they become a table.
void read_molecules(const std::vector<std::string>& smiles, const DataOptions& options, Examples& examples);

// Makes the number of atoms of each molecule known to all processes that share them.
void share_atom_counts(Content& content);

// Adds the scaffolds of the rows if a split or folds by scaffold are asked for.
void add_scaffolds(const std::vector<std::string>& smiles, const DataOptions& options, Examples& examples);

// Parses the SMILES of a block whose rows are numbered already and computes the features that the options ask for.
// Rows that cannot be parsed are marked as unreadable, with a complaint.
void add_molecules(const std::vector<std::string>& smiles, const std::string& file, const BlockOptions& options,
                   Block& block);

}  // namespace pauc
