#pragma once

// Compiles a function twice, for any x86-64 and for x86-64-v3 (AVX2, FMA); the loader picks the version that the
// processor can run. Functions that it calls must be inlined into it to be compiled twice as well. The loader picks
// before the thread sanitiser is ready, so PAUC_CLONES does nothing with that sanitiser.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__SANITIZE_THREAD__)
#define PAUC_CLONES __attribute__((target_clones("default", "arch=x86-64-v3")))
#else
#define PAUC_CLONES
#endif
#define PAUC_INLINE inline __attribute__((always_inline))
