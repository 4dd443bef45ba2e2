#pragma once

#include <cstdint>
#include <string>

// System calls that fail when a test wants them to. A program that links this library, or preloads it, gets open(),
// write(), fsync() and so on from it. They count the calls on files below one folder, and the n-th of a kind fails. The
// kinds are open, read, write, fsync, rename, close, mmap, unlink and mkdir, each with its relatives (fdatasync counts
// as fsync, fopen as open). Ways to fail: an error such as EIO, ENOSPC or EINTR; "short", half of the bytes are
// written or read; "zero", none are, without an error. Reads inside the C library, such as those of fread(), are not
// seen: pauc reads by core/io/file_reader.
//
// For commands, tools/faults/commands.py sets LD_PRELOAD and these variables:
//   PAUC_FAULT_FOLDER  canonical path
//   PAUC_FAULT_CALL    the kind that fails
//   PAUC_FAULT_AT      which call, from 1; 0: none
//   PAUC_FAULT_HOW     the way
//   PAUC_FAULT_LASTS   1: the calls after it fail too
//   PAUC_FAULT_COUNTS  file in which all processes of the command count (struct Counts)
//   PAUC_FAULT_RECORD  file to which every change below the folder is appended (changes.h)

namespace pauc::test {

// While it lives, the `at`-th call of a kind fails in this program.
class BrokenCall {
 public:
  BrokenCall(const std::string& folder, const std::string& call, std::int64_t at, const std::string& how);
  ~BrokenCall();
  BrokenCall(const BrokenCall&) = delete;
  BrokenCall& operator=(const BrokenCall&) = delete;

  std::int64_t failed() const;  // how many calls did
};

}  // namespace pauc::test
