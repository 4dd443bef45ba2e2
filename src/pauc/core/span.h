#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

namespace pauc {

// A view of `size` values in a row that somebody else owns (std::span is C++20).
template <class T>
class Span {
 public:
  constexpr Span() = default;
  constexpr Span(T* data, std::int64_t size) : data_(data), size_(size) {}

  // Any container with data() and size(): std::vector, std::array, another Span. A temporary lives as long as the call
  // it is passed to.
  template <class Container,
            class = std::enable_if_t<std::is_convertible_v<decltype(std::declval<Container>().data()), T*>>>
  constexpr Span(
      Container&& container)  // NOLINT(bugprone-forwarding-reference-overload): a view, like std::string_view
      : data_(container.data()), size_(static_cast<std::int64_t>(container.size())) {}

  constexpr T* data() const { return data_; }
  constexpr std::int64_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr T& operator[](std::int64_t i) const { return data_[i]; }
  constexpr T* begin() const { return data_; }
  constexpr T* end() const { return data_ + size_; }

 private:
  T* data_ = nullptr;
  std::int64_t size_ = 0;
};

}  // namespace pauc
