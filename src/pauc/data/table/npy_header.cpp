#include "pauc/data/table/npy_header.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include "pauc/core/error.h"

namespace pauc {

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::string_view kZip = "PK\x03\x04";
constexpr std::size_t kLargestHeader = std::size_t{1} << 20;
constexpr std::size_t kMostDimensionsRead = 64;  // NumPy's own limit

struct NamedType {
  std::string_view name;
  NpyType type;
  std::int64_t bytes;
};
constexpr NamedType kTypes[] = {{"f4", NpyType::f4, 4}, {"f8", NpyType::f8, 8}, {"i1", NpyType::i1, 1},
                                {"i2", NpyType::i2, 2}, {"i4", NpyType::i4, 4}, {"i8", NpyType::i8, 8},
                                {"u1", NpyType::u1, 1}, {"u2", NpyType::u2, 2}, {"u4", NpyType::u4, 4},
                                {"u8", NpyType::u8, 8}, {"b1", NpyType::b1, 1}};

// Up to `size` bytes; fewer at the end of the file.
std::string read_up_to(ByteSource& source, std::size_t size) {
  std::string bytes(size, '\0');
  bytes.resize(source.fill(bytes.data(), size));
  return bytes;
}

std::size_t little_endian(std::string_view bytes) {
  std::size_t number = 0;
  for (std::size_t k = bytes.size(); k-- > 0;) number = number << 8 | static_cast<unsigned char>(bytes[k]);
  return number;
}

// The header's Python dict, and no more of Python than NumPy writes there.
class DictParser {
 public:
  DictParser(std::string where, std::string_view text) : where_(std::move(where)), rest_(text) {}

  NpyHeader parse() {
    expect('{');
    while (!take('}')) {
      read_item();
      if (!take(',')) {
        expect('}');
        break;
      }
    }
    pass_over_spaces();
    require(rest_.empty(), where_, ": expected nothing behind the dict, got ", shown(rest_));
    require(type_.has_value() && order_.has_value() && shape_.has_value(), where_,
            ": expected the keys descr, fortran_order and shape, got no ",
            !type_    ? "descr"
            : !order_ ? "fortran_order"
                      : "shape");
    return {type_->type, type_->bytes, *order_, *shape_};
  }

 private:
  void read_item() {
    const auto key = read_text();
    expect(':');
    if (key == "descr") {
      once(!type_, key);
      type_ = read_type();
    } else if (key == "fortran_order") {
      once(!order_, key);
      order_ = read_truth();
    } else if (key == "shape") {
      once(!shape_, key);
      shape_ = read_shape();
    } else {
      fail(Fault::data, where_, ": expected the keys descr, fortran_order and shape, got ", shown(key));
    }
  }

  void once(bool first, std::string_view key) const {
    require(first, where_, ": expected every key once, got \"", key, "\" twice");
  }

  void pass_over_spaces() {
    const auto next = rest_.find_first_not_of(" \t\r\n");
    rest_.remove_prefix(std::min(next, rest_.size()));
  }

  bool take(char wanted) {
    pass_over_spaces();
    if (rest_.empty() || rest_.front() != wanted) return false;
    rest_.remove_prefix(1);
    return true;
  }

  void expect(char wanted) {
    if (!take(wanted)) fail(Fault::data, where_, ": expected \"", wanted, "\", got ", shown(rest_));
  }

  bool take_word(std::string_view word) {
    pass_over_spaces();
    if (rest_.substr(0, word.size()) != word) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  std::string_view read_text() {
    pass_over_spaces();
    const char quote = rest_.empty() ? ' ' : rest_.front();
    const auto end = quote == '\'' || quote == '"' ? rest_.find(quote, 1) : std::string_view::npos;
    if (end == std::string_view::npos) fail(Fault::data, where_, ": expected a text in quotes, got ", shown(rest_));
    const auto text = rest_.substr(1, end - 1);
    require(text.find('\\') == std::string_view::npos, where_, ": expected a text without \\, got ", shown(text));
    rest_.remove_prefix(end + 1);
    return text;
  }

  bool read_truth() {
    if (take_word("True")) return true;
    if (!take_word("False")) {
      fail(Fault::data, where_, ": fortran_order: expected True or False, got ", shown(rest_));
    }
    return false;
  }

  NamedType read_type() {
    pass_over_spaces();
    if (!rest_.empty() && (rest_.front() == '[' || rest_.front() == '(')) {
      fail(Fault::data, where_, ": expected one type for all numbers, got a structured one: ", shown(rest_),
           "; save its fields as columns of one plain array");
    }
    const auto text = read_text();
    std::string_view name = text;
    const char order = name.empty() ? ' ' : name.front();
    if (order == '<' || order == '>' || order == '|' || order == '=') name.remove_prefix(1);
    require(name.substr(0, 1) != "O", where_,
            ": expected numbers, but the array holds Python objects; save array.astype(\"float32\")");
    const auto* found =
        std::find_if(std::begin(kTypes), std::end(kTypes), [&](const auto& t) { return t.name == name; });
    if (found == std::end(kTypes)) {
      fail(Fault::data, where_, ": descr: expected one of f4, f8, i1, i2, i4, i8, u1, u2, u4, u8 and b1, got ",
           shown(text));
    }
    require(order != '>' || found->bytes == 1, where_, ": expected little-endian numbers, got big-endian ", shown(text),
            "; save array.astype(\"<", found->name, "\")");
    return *found;
  }

  std::vector<std::int64_t> read_shape() {
    expect('(');
    std::vector<std::int64_t> shape;
    bool comma = true;
    while (!take(')')) {
      require(comma, where_, ": shape: expected \",\", got ", shown(rest_));
      shape.push_back(read_size());
      require(shape.size() <= kMostDimensionsRead, where_, ": shape: expected one or two dimensions, got more than ",
              kMostDimensionsRead);
      comma = take(',');
    }
    require(shape.size() != 1 || comma, where_, ": shape: expected a tuple such as (3,), got one without its comma");
    return shape;
  }

  std::int64_t read_size() {
    pass_over_spaces();
    std::int64_t size = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), size);
    if (error != std::errc() || size < 0) {
      fail(Fault::data, where_, ": shape: expected whole numbers from 0 on that fit a file, got ", shown(rest_));
    }
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return size;
  }

  std::string where_;
  std::string_view rest_;
  std::optional<NamedType> type_;
  std::optional<bool> order_;
  std::optional<std::vector<std::int64_t>> shape_;
};

void check_magic(const std::string& name, std::string_view magic) {
  require(magic.substr(0, kZip.size()) != kZip, name,
          ": expected a .npy file, got a zip archive: is it a .npz? Save the array by itself with np.save");
  require(magic == kMagic, name, ": expected a .npy file, which begins with \\x93NUMPY, got another beginning");
}

}  // namespace

NpyHeader read_npy_header(ByteSource& source) {
  const std::string& name = source.name();
  check_magic(name, read_up_to(source, kMagic.size()));
  const std::string version = read_up_to(source, 2);
  require(version.size() == 2, name, ": the file ends inside its header");
  const int major = static_cast<unsigned char>(version[0]);
  const int minor = static_cast<unsigned char>(version[1]);
  require(major >= 1 && major <= 3 && minor == 0, name, ": expected version 1.0, 2.0 or 3.0 of the format, got ", major,
          ".", minor);
  const std::size_t length_bytes = major == 1 ? 2 : 4;
  const std::string length_text = read_up_to(source, length_bytes);
  require(length_text.size() == length_bytes, name, ": the file ends inside its header");
  const std::size_t length = little_endian(length_text);
  require(length <= kLargestHeader, name, ": expected a header of at most ", kLargestHeader, " bytes, got ", length);
  const std::string text = read_up_to(source, length);
  require(text.size() == length, name, ": expected a header of ", length, " bytes, got ", text.size());
  return DictParser(joined(name, ": header"), text).parse();
}

std::string shape_text(const std::vector<std::int64_t>& shape) {
  std::string text = "(";
  for (std::size_t k = 0; k < shape.size(); ++k) text += joined(k == 0 ? "" : ", ", shape[k]);
  return text + (shape.size() == 1 ? ",)" : ")");
}

}  // namespace pauc
