#include "pauc/data/image/store.h"

#include <exception>
#include <functional>
#include <mutex>
#include <utility>

#include "pauc/core/parallel.h"

namespace pauc {

namespace {

// body(row) for all rows. Of several refusals the first row's is thrown, whichever thread was quicker.
void for_each_row(std::int64_t count, int threads, const std::function<void(std::int64_t)>& body) {
  std::mutex mutex;
  std::int64_t refused = count;
  std::exception_ptr refusal;
  parallel_for(count, threads, [&](std::int64_t row) {
    {
      const std::lock_guard lock(mutex);
      if (row > refused) return;
    }
    try {
      body(row);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (row > refused) return;
      refused = row;
      refusal = std::current_exception();
    }
  });
  if (refusal) std::rethrow_exception(refusal);
}

// Images that are decoded when they are asked for. Of those, as many as fit are kept, and none of them is given up for
// another: an epoch visits every image once, so that whatever is dropped for one that has just been visited would have
// been asked for earlier. What came first is as good as any choice, and better than what was used last.
class ImagesOnDemand {
 public:
  ImagesOnDemand(std::vector<ImageFile> files, const ImageSize& size, std::int64_t memory)
      : files_(std::move(files)), size_(size), kept_(files_.size()), room_(memory / size.bytes()) {}

  ImageBytes at(std::int64_t row) {
    {
      const std::lock_guard lock(mutex_);
      if (kept_[row]) return kept_[row];
    }
    const std::shared_ptr<std::uint8_t> image(new std::uint8_t[size_.bytes()], std::default_delete<std::uint8_t[]>());
    read_image(files_[row], size_, image.get());
    const std::lock_guard lock(mutex_);
    if (!kept_[row] && room_ > 0) {
      kept_[row] = image;
      --room_;
    }
    return image;
  }

 private:
  const std::vector<ImageFile> files_;
  const ImageSize size_;
  std::mutex mutex_;  // of what follows
  std::vector<ImageBytes> kept_;
  std::int64_t room_;
};

}  // namespace

ImageFilesFacts read_image_files_facts(const std::vector<ImageFile>& files, int threads) {
  std::vector<ImageFacts> heads(files.size());
  for_each_row(static_cast<std::int64_t>(files.size()), threads,
               [&](std::int64_t row) { heads[row] = read_image_facts(files[row]); });
  ImageFilesFacts facts;
  if (heads.empty()) return facts;
  facts.smallest = facts.largest = heads[0];
  const auto pixels = [](const ImageFacts& head) { return head.height * head.width; };
  for (const ImageFacts& head : heads) {
    if (pixels(head) < pixels(facts.smallest)) facts.smallest = head;
    if (pixels(head) > pixels(facts.largest)) facts.largest = head;
    facts.same_size = facts.same_size && head.height == heads[0].height && head.width == heads[0].width;
    facts.all_grey = facts.all_grey && head.grey;
  }
  return facts;
}

Images images_from_files(std::vector<ImageFile> files, const ImageSize& size, const ImageStoreOptions& options) {
  const auto count = static_cast<std::int64_t>(files.size());
  if (count <= options.memory / size.bytes()) {
    std::vector<std::uint8_t> bytes(count * size.bytes());
    for_each_row(count, options.threads,
                 [&](std::int64_t row) { read_image(files[row], size, &bytes[row * size.bytes()]); });
    return images_in_memory(size, std::move(bytes));
  }
  const auto store = std::make_shared<ImagesOnDemand>(std::move(files), size, options.memory);
  Images images;
  images.size = size;
  images.count = count;
  images.at = [store](std::int64_t row) { return store->at(row); };
  return images;
}

}  // namespace pauc
