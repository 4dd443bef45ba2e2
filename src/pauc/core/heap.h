#pragma once

namespace pauc {

// Memory that is freed stays with the process. A training step frees and takes the same blocks again, and every page
// that has been back to the system in between costs a fault: up to a third of a step of GIN. For programs, at their
// start.
void keep_freed_memory();

}  // namespace pauc
