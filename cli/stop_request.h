#pragma once

namespace pauc::cli {

// From now on the first SIGINT, SIGTERM or SIGHUP requests a clean stop; a second SIGINT or SIGTERM, at least 0.3 s
// later, ends the process as usual. A signal that is ignored, as SIGHUP is under nohup, stays so.
void listen_for_stop();
bool stop_requested();

}  // namespace pauc::cli
