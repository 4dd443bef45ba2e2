#pragma once

#include <functional>
#include <string>

#include "pauc/record/run_paths.h"
#include "pauc/trainer/config/config.h"

namespace pauc {

// With `trainer.like`: the options of that run, its columns, its label and what was positive there; keys that `asked`
// sets override them. Files of data are never taken over. Without it: `asked` itself.
Config with_options_of_like(const Config& asked);

// With `trainer.like`: scores the test rows of a finished run by the model of that run too and writes them as
// predictions-test-like.csv, so that both are compared on the same rows. Rows that the earlier model was trained on are
// left out, and `note` says so, as it does where nothing can be compared.
void score_like(const record::RunPaths& paths, const Config& asked,
                const std::function<void(const std::string&)>& note);

}  // namespace pauc
