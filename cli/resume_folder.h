#pragma once

#include "command.h"
#include "train.h"

namespace pauc::cli {

// A run that is resumed without DATA names its files as the command that began it did. If they are not to be found from
// here, this goes to the folder where that command was run, and says so; --out becomes absolute. If they are not there
// either, the run is refused with the place where relative paths start.
void find_data_of_run(TrainArgs& args, const Global& global);

}  // namespace pauc::cli
