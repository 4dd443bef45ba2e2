#include "pauc/report/page/frame.h"

#include "pauc/report/figure/markup.h"
#include "pauc/report/page/html.h"
#include "pauc/report/page/page_assets.h"

namespace pauc::report {

std::string head_html(const std::string& title, const std::string& policy) {
  return "<meta charset=\"utf-8\">\n" +
         empty_element("meta", {{"http-equiv", "Content-Security-Policy"}, {"content", policy}}) + "\n" +
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta name=\"color-scheme\" content=\"light dark\">\n" +
         element("title", escaped_markup(title)) + "\n" + element("style", kPageStyle) + "\n";
}

std::string section(const std::string& id, const std::string& title, const std::string& content) {
  if (content.empty()) return "";
  return element("section", {{"id", id}, {"aria-labelledby", id + "-title"}},
                 element("h2", {{"id", id + "-title"}}, title) + "\n" + content) +
         "\n";
}

}  // namespace pauc::report
