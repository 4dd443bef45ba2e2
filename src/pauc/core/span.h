#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

namespace pauc {

/// A view of contiguous values that it does not own (std::span is C++20).
template <class T>
class Span {
 public:
  /// An empty view.
  constexpr Span() = default;
  /// A view of `size` values.
  constexpr Span(T* data, std::int64_t size) : data_(data), size_(size) {}

  /// A view of any container with data() and size(). A temporary lives as long as the call that it is passed to.
  template <class Container,
            class = std::enable_if_t<std::is_convertible_v<decltype(std::declval<Container>().data()), T*>>>
  constexpr Span(
      Container&& container)  // NOLINT(bugprone-forwarding-reference-overload): a view, like std::string_view
      : data_(container.data()), size_(static_cast<std::int64_t>(container.size())) {}

  constexpr T* data() const { return data_; }                         ///< first value
  constexpr std::int64_t size() const { return size_; }               ///< number of values
  constexpr bool empty() const { return size_ == 0; }                 ///< whether there are none
  constexpr T& operator[](std::int64_t i) const { return data_[i]; }  ///< value i, unchecked
  constexpr T* begin() const { return data_; }                        ///< for range-based loops
  constexpr T* end() const { return data_ + size_; }                  ///< for range-based loops

 private:
  T* data_ = nullptr;
  std::int64_t size_ = 0;
};

}  // namespace pauc
