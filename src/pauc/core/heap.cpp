#include "pauc/core/heap.h"

#include <cstdlib>  // says whether the C library is glibc

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace pauc {

void keep_freed_memory() {
#ifdef __GLIBC__
  constexpr int kMegabyte = 1 << 20;
  mallopt(M_MMAP_THRESHOLD, 32 * kMegabyte);
  mallopt(M_TRIM_THRESHOLD, 512 * kMegabyte);
#endif
}

}  // namespace pauc
