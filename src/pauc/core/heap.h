#pragma once

namespace pauc {

// Makes the process keep the memory that it frees. A training step frees and allocates the same blocks again and again;
// if their pages go back to the system in between, page faults take up to a third of a step of GIN. Call it at the
// start of a program.
void keep_freed_memory();

}  // namespace pauc
