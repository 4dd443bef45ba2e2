#include <memory>
#include <nlohmann/json.hpp>

#include "command.h"
#include "pauc/core/error.h"
#include "pauc/trainer/run/tidy.h"

namespace pauc::cli {

namespace {

void run(const std::string& folder, const Global& global) {
  const TidySummary summary = tidy(folder);
  const nlohmann::ordered_json json = {{"run", folder}, {"checkpoints", summary.checkpoints}, {"bytes", summary.bytes}};
  const std::string text =
      summary.checkpoints == 0
          ? joined(folder, ": there are no checkpoints\n")
          : joined(folder, ": removed ", summary.checkpoints,
                   summary.checkpoints == 1 ? " checkpoint, " : " checkpoints, ", summary.bytes, " bytes\n");
  print_summary(global, global.json ? json.dump(2) + "\n" : text);
}

}  // namespace

void add_tidy(CLI::App& program, const Global& global) {
  auto* command = program.add_subcommand("tidy", "remove the checkpoints of a finished run");
  const auto folder = std::make_shared<std::string>();
  add_text(*command, "run", *folder, "folder of a finished run", "FOLDER")->required();
  command->footer(
      "The run still predicts and reports; training it further would start from the first epoch.\n"
      "Also: --json, --quiet (see pauc --help).\n\nExample:\n"
      "  pauc train examples/patients.csv --label outcome --epochs 2 --out run && pauc tidy run");
  command->callback([folder, &global] { run(*folder, global); });
}

}  // namespace pauc::cli
