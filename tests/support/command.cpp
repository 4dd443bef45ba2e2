#include "support/command.h"

#include <sys/wait.h>

#include <cstdlib>

#include "support/temporary_folder.h"

namespace pauc::test {

std::string no_cache() { return "export XDG_CACHE_HOME=/dev/null"; }

CommandResult run_shell(const std::string& line) {
  const TemporaryFolder folder;
  const std::string out = folder.path("out");
  const std::string err = folder.path("err");
  const int status = std::system(
      ("cd '" PAUC_SOURCE_DIR "' && " + no_cache() + " && { " + line + "; } >" + out + " 2>" + err).c_str());
  const int exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return {exit_code, content_of(out), content_of(err)};
}

CommandResult run_pauc(const std::string& arguments) { return run_shell("'" PAUC_COMMAND "' " + arguments); }

}  // namespace pauc::test
