#pragma once

namespace pauc::cli {

// From now on the first SIGINT or SIGTERM requests a clean stop; a second one ends the process as usual.
void listen_for_stop();
bool stop_requested();

}  // namespace pauc::cli
