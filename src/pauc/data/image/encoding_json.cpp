#include <cmath>
#include <nlohmann/json.hpp>

#include "pauc/core/error.h"
#include "pauc/core/text/utf8.h"
#include "pauc/data/image/encoding.h"

namespace pauc {

namespace {

using Json = nlohmann::ordered_json;

const Json& list_in(const Json& json, const char* key, const std::string& where) {
  require(json.contains(key) && json[key].is_array(), where, ": expected a list \"", key, "\", got ",
          json.contains(key) ? json[key].dump() : "none");
  return json[key];
}

ImageSize size_from(const Json& list, const std::string& where) {
  ImageSize size;
  std::int64_t* const sides[] = {&size.channels, &size.height, &size.width};
  for (std::size_t k = 0; list.size() == 3 && k < 3; ++k) {
    const bool fits = list[k].is_number_unsigned() && list[k].get<std::uint64_t>() <= kLargestImageSide;
    *sides[k] = fits ? list[k].get<std::int64_t>() : 0;
  }
  require(is_known_size(size), where, ".size: expected channels (1 or 3), height and width (1 to ", kLargestImageSide,
          "), got ", list.dump());
  return size;
}

// One finite number a channel.
std::vector<double> numbers_from(const Json& list, std::int64_t channels, const std::string& where) {
  std::vector<double> numbers;
  for (const Json& number : list) {
    require(number.is_number() && std::isfinite(number.get<double>()), where, ": expected finite numbers, got ",
            list.dump());
    numbers.push_back(number.get<double>());
  }
  require(static_cast<std::int64_t>(numbers.size()) == channels, where, ": expected one number per channel, ", channels,
          ", got ", list.dump());
  return numbers;
}

}  // namespace

std::string image_encoding_json(const ImageEncoding& encoding) {
  const Json json = {{"size", {encoding.size.channels, encoding.size.height, encoding.size.width}},
                     {"mean", encoding.mean},
                     {"deviation", encoding.deviation}};
  return json.dump();
}

ImageEncoding image_encoding_from_json(const std::string& text, const std::string& where) {
  const Json json = Json::parse(text, nullptr, false);
  require(json.is_object(), where, ": expected an object, got ", shown(printable(text)));
  ImageEncoding encoding;
  encoding.size = size_from(list_in(json, "size", where), where);
  encoding.mean = numbers_from(list_in(json, "mean", where), encoding.size.channels, where + ".mean");
  encoding.deviation = numbers_from(list_in(json, "deviation", where), encoding.size.channels, where + ".deviation");
  for (const double mean : encoding.mean) {
    require(mean >= 0 && mean <= 1, where, ".mean: expected numbers from 0 to 1, got ", mean);
  }
  for (const double deviation : encoding.deviation) {
    require(deviation >= 1e-6 && deviation <= 1, where, ".deviation: expected numbers from 1e-6 to 1, got ", deviation);
  }
  require(json.size() == 3, where, ": expected size, mean, deviation and no other key, got ", json.dump());
  return encoding;
}

}  // namespace pauc
