#include "command.h"
#include "manual/completion.h"
#include "manual/man_page.h"
#include "pauc/core/error.h"
#include "pauc/core/io/atomic_file.h"
#include "pauc/core/io/folder.h"

namespace pauc::cli {

namespace {

void write_below(const std::string& share, const std::string& folder, const std::string& name,
                 const std::string& text) {
  const std::string whole = joined(share, "/", folder);
  make_folder(whole);
  write_file_atomically(joined(whole, "/", name), text);
}

void run(const CLI::App& program, const std::string& share, const Global& global) {
  const ProgramFacts facts = facts_of(program);
  write_below(share, "man/man1", "pauc.1", program_man_page(facts));
  for (const CommandFacts& command : facts.commands) {
    write_below(share, "man/man1", joined("pauc-", command.name, ".1"), command_man_page(command, facts));
  }
  write_below(share, "bash-completion/completions", "pauc", bash_completion(facts));
  write_below(share, "fish/vendor_completions.d", "pauc.fish", fish_completion(facts));
  write_below(share, "zsh/site-functions", "_pauc", zsh_completion(facts));
  print_note(global, joined("man pages and completion: ", share));
}

}  // namespace

void add_manual(CLI::App& program, const Global& global) {
  auto* command = program.add_subcommand("manual", "write man pages, and completion for bash, zsh and fish");
  const auto share = std::make_shared<std::string>();
  add_text(*command, "share", *share,
           "folder to write man/, bash-completion/, fish/ and zsh/ to, such as ~/.local/share, where man, bash and "
           "fish look",
           "FOLDER")
      ->required();
  command->footer("Also: --quiet (see pauc --help).\n\nExample:\n  pauc manual share");
  command->callback([share, &program, &global] { run(program, *share, global); });
}

}  // namespace pauc::cli
