#include "pauc/report/figure/png.h"

#include <librsvg/rsvg.h>

#include <cmath>
#include <memory>

#include "pauc/core/error.h"

namespace pauc::report {

namespace {

struct Release {
  void operator()(RsvgHandle* handle) const { g_object_unref(handle); }
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* context) const { cairo_destroy(context); }
};
template <class T>
using Owned = std::unique_ptr<T, Release>;

[[noreturn]] void fail_with(const char* what, GError* error) {
  const std::string reason = error != nullptr ? error->message : "no reason given";
  g_clear_error(&error);
  fail(Fault::failed_run, "PNG figure: ", what, ": ", reason);
}

Owned<RsvgHandle> parsed(const std::string& svg) {
  GError* error = nullptr;
  Owned<RsvgHandle> handle(rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(svg.data()), svg.size(), &error));
  if (handle == nullptr) fail_with("expected an SVG drawing", error);
  return handle;
}

struct Size {
  double width = 0;
  double height = 0;
};

// Figures for pages have a viewBox only.
Size size_of(RsvgHandle* handle) {
  Size size;
  if (rsvg_handle_get_intrinsic_size_in_pixels(handle, &size.width, &size.height) != 0) return size;
  gboolean has_box = 0;
  RsvgRectangle box{};
  rsvg_handle_get_intrinsic_dimensions(handle, nullptr, nullptr, nullptr, nullptr, &has_box, &box);
  require(has_box != 0, "PNG figure: expected a drawing with a width and a height or a viewBox, got neither");
  return {box.width, box.height};
}

int pixels(double length, double scale) {
  constexpr double kMostPixels = 20000;
  const double count = std::ceil(length * scale);
  require_usage(count >= 1 && count <= kMostPixels, "PNG figure: expected a scale that gives 1 to ", kMostPixels,
                " pixels a side, got ", scale);
  return static_cast<int>(count);
}

void draw(RsvgHandle* handle, cairo_surface_t* surface, Size size) {
  const Owned<cairo_t> context(cairo_create(surface));
  cairo_set_source_rgb(context.get(), 1, 1, 1);
  cairo_paint(context.get());
  const RsvgRectangle viewport{0, 0, size.width, size.height};
  GError* error = nullptr;
  if (rsvg_handle_render_document(handle, context.get(), &viewport, &error) == 0) fail_with("cannot be drawn", error);
}

cairo_status_t append(void* bytes, const unsigned char* data, unsigned int length) {
  static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

}  // namespace

std::string png_of(const std::string& svg, double scale) {
  const auto handle = parsed(svg);
  const Size size = size_of(handle.get());
  const Owned<cairo_surface_t> surface(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, pixels(size.width, scale), pixels(size.height, scale)));
  draw(handle.get(), surface.get(), {size.width * scale, size.height * scale});
  std::string bytes;
  const cairo_status_t status = cairo_surface_write_to_png_stream(surface.get(), append, &bytes);
  if (status != CAIRO_STATUS_SUCCESS) fail(Fault::failed_run, "PNG figure: ", cairo_status_to_string(status));
  return bytes;
}

}  // namespace pauc::report
