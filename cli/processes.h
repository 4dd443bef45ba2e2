#pragma once

#include <string>

namespace pauc::cli {

// Starts `program` as so many ranks of one training on this machine and waits for them; returns the exit code of all.
// The ranks meet in a file and talk over loopback. SIGINT, SIGTERM and SIGHUP are passed on to all of them. When one
// has failed or rank 0 is done, those that do not end soon are killed; when this process is killed, all of them are.
int run_processes(int count, const std::string& program, char** arguments);

}  // namespace pauc::cli
