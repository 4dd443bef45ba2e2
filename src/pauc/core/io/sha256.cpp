#include "pauc/core/io/sha256.h"

#include <algorithm>

#include "pauc/core/error.h"
#include "pauc/core/io/file_reader.h"
#include "pauc/core/parallel.h"

#if defined(__x86_64__) && defined(__GNUC__)
#include <cpuid.h>
#include <immintrin.h>
#define PAUC_SHA_INSTRUCTIONS 1
#endif

namespace pauc {

namespace {

constexpr std::size_t kBlock = 64;

alignas(16) constexpr std::uint32_t kRound[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

std::uint32_t rotated(std::uint32_t word, int bits) { return (word >> bits) | (word << (32 - bits)); }

void compress(std::uint32_t* state, const unsigned char* data, std::size_t blocks) {
  std::uint32_t w[64];
  for (; blocks > 0; --blocks, data += kBlock) {
    for (int t = 0; t < 16; ++t) {
      w[t] = std::uint32_t{data[4 * t]} << 24 | std::uint32_t{data[4 * t + 1]} << 16 |
             std::uint32_t{data[4 * t + 2]} << 8 | std::uint32_t{data[4 * t + 3]};
    }
    for (int t = 16; t < 64; ++t) {
      const std::uint32_t s0 = rotated(w[t - 15], 7) ^ rotated(w[t - 15], 18) ^ (w[t - 15] >> 3);
      const std::uint32_t s1 = rotated(w[t - 2], 17) ^ rotated(w[t - 2], 19) ^ (w[t - 2] >> 10);
      w[t] = w[t - 16] + s0 + w[t - 7] + s1;
    }
    std::uint32_t v[8];
    std::copy(state, state + 8, v);
    for (int t = 0; t < 64; ++t) {
      const std::uint32_t s1 = rotated(v[4], 6) ^ rotated(v[4], 11) ^ rotated(v[4], 25);
      const std::uint32_t first = v[7] + s1 + ((v[4] & v[5]) ^ (~v[4] & v[6])) + kRound[t] + w[t];
      const std::uint32_t s0 = rotated(v[0], 2) ^ rotated(v[0], 13) ^ rotated(v[0], 22);
      const std::uint32_t second = s0 + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
      std::copy_backward(v, v + 7, v + 8);
      v[4] += first;
      v[0] = first + second;
    }
    for (int k = 0; k < 8; ++k) state[k] += v[k];
  }
}

#ifdef PAUC_SHA_INSTRUCTIONS

bool has_instructions() {
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b >> 29 & 1U) != 0 && __builtin_cpu_supports("sse4.1") != 0;
}

// Four rounds at a time; the instructions want the state as ABEF and CDGH.
__attribute__((target("sha,sse4.1"))) void compress_by_instructions(std::uint32_t* state, const unsigned char* data,
                                                                    std::size_t blocks) {
  const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0bLL, 0x0405060700010203LL);
  auto* const words = reinterpret_cast<__m128i*>(state);
  const __m128i cdab = _mm_shuffle_epi32(_mm_loadu_si128(words), 0xB1);
  const __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128(words + 1), 0x1B);
  __m128i abef = _mm_alignr_epi8(cdab, efgh, 8);
  __m128i cdgh = _mm_blend_epi16(efgh, cdab, 0xF0);
  for (; blocks > 0; --blocks, data += kBlock) {
    const __m128i abef_before = abef;
    const __m128i cdgh_before = cdgh;
    __m128i w[4];
    for (int k = 0; k < 4; ++k) {
      w[k] = _mm_shuffle_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(data + 16 * k)), swap);
    }
    for (int k = 0; k < 16; ++k) {
      const __m128i constants = _mm_load_si128(reinterpret_cast<const __m128i*>(kRound + 4 * k));
      const __m128i sum = _mm_add_epi32(w[k % 4], constants);
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0E));
      if (k >= 12) continue;
      const __m128i last = w[(k + 3) % 4];
      const __m128i seven = _mm_alignr_epi8(last, w[(k + 2) % 4], 4);
      w[k % 4] = _mm_sha256msg2_epu32(_mm_add_epi32(_mm_sha256msg1_epu32(w[k % 4], w[(k + 1) % 4]), seven), last);
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  const __m128i feba = _mm_shuffle_epi32(abef, 0x1B);
  const __m128i dchg = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128(words, _mm_blend_epi16(feba, dchg, 0xF0));
  _mm_storeu_si128(words + 1, _mm_alignr_epi8(dchg, feba, 8));
}

#endif

}  // namespace

void Sha256::add_blocks(const unsigned char* data, std::size_t blocks) {
#ifdef PAUC_SHA_INSTRUCTIONS
  static const bool quick = has_instructions();
  if (quick) return compress_by_instructions(state_.data(), data, blocks);
#endif
  compress(state_.data(), data, blocks);
}

void Sha256::add(std::string_view bytes) {
  bytes_ += bytes.size();
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  std::size_t left = bytes.size();
  if (rest_size_ > 0) {
    const std::size_t taken = std::min(left, kBlock - rest_size_);
    std::copy(data, data + taken, rest_.begin() + static_cast<std::ptrdiff_t>(rest_size_));
    rest_size_ += taken;
    data += taken;
    left -= taken;
    if (rest_size_ < kBlock) return;
    add_blocks(rest_.data(), 1);
    rest_size_ = 0;
  }
  add_blocks(data, left / kBlock);
  rest_size_ = left % kBlock;
  std::copy(data + (left - rest_size_), data + left, rest_.begin());
}

std::string Sha256::hex() {
  const std::uint64_t bits = 8 * bytes_;
  std::string end = "\x80";
  end.append((kBlock + 55 - bytes_ % kBlock) % kBlock, '\0');
  for (int shift = 56; shift >= 0; shift -= 8) end += static_cast<char>(bits >> shift & 0xFFU);
  add(end);
  std::string text;
  for (const std::uint32_t word : state_) {
    for (int shift = 28; shift >= 0; shift -= 4) text += "0123456789abcdef"[word >> shift & 0xFU];
  }
  return text;
}

std::string sha256_of(std::string_view bytes) {
  Sha256 sum;
  sum.add(bytes);
  return sum.hex();
}

std::string sha256_of_file(const std::string& path) {
  FileReader file(path);
  std::vector<char> buffer(1 << 20);
  Sha256 sum;
  while (const std::size_t count = file.read(buffer.data(), buffer.size())) {
    sum.add({buffer.data(), count});
  }
  return sum.hex();
}

std::string sha256_of_files(const std::vector<std::string>& paths, int threads) {
  std::vector<std::string> each(paths.size());
  parallel_for(static_cast<std::int64_t>(paths.size()), threads,
               [&](std::int64_t k) { each[k] = sha256_of_file(paths[k]); });
  Sha256 sum;
  for (std::size_t k = 0; k < paths.size(); ++k) {
    sum.add(joined(each[k], "  ", paths[k].substr(paths[k].rfind('/') + 1), '\n'));
  }
  return sum.hex();
}

}  // namespace pauc
