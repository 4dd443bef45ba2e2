// The only file that knows c10d. It compiles with LibTorch 1.13, where Gloo's class is a ProcessGroup itself, and with
// LibTorch 2, where it is the backend of one.
#ifndef USE_C10D_GLOO
#define USE_C10D_GLOO  // the headers of LibTorch hide Gloo's class otherwise
#endif
#include <ATen/Functions.h>
#include <arpa/inet.h>
#include <netdb.h>
#include <sys/socket.h>
#include <torch/version.h>
#include <unistd.h>
#include <torch/csrc/distributed/c10d/FileStore.hpp>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>
#include <torch/csrc/distributed/c10d/reducer.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <thread>

#include "pauc/core/error.h"
#include "pauc/ranks/group.h"
#include "pauc/ranks/timed_calls.h"

namespace pauc {

namespace {

using GroupPointer = c10::intrusive_ptr<c10d::ProcessGroup>;
using StorePointer = c10::intrusive_ptr<c10d::Store>;

std::chrono::milliseconds timeout_of(const RanksOptions& options) {
  return std::chrono::milliseconds(static_cast<std::int64_t>(options.timeout * 1000));
}

// The first line of a c10 error; the others are a stack trace.
std::string first_line(const std::exception& error) {
  const std::string text = error.what();
  return text.substr(0, text.find('\n'));
}

bool is_loopback(const std::string& address) {
  return address.empty() || address == "localhost" || address == "::1" || address.rfind("127.", 0) == 0;
}

struct AddressList {
  addrinfo* first = nullptr;
  ~AddressList() {
    if (first != nullptr) freeaddrinfo(first);
  }
};

// This machine's address on the way to rank 0. Connecting a datagram socket sends nothing.
std::string own_address_towards(const RanksOptions& options) {
  if (is_loopback(options.address)) return "127.0.0.1";
  AddressList found;
  addrinfo wanted = {};
  wanted.ai_socktype = SOCK_DGRAM;
  const int failed = getaddrinfo(options.address.c_str(), std::to_string(options.port).c_str(), &wanted, &found.first);
  require_usage(failed == 0, "MASTER_ADDR: expected the address of a machine, got ", shown(options.address), ": ",
                failed == 0 ? "" : gai_strerror(failed));
  const int descriptor = socket(found.first->ai_family, SOCK_DGRAM, 0);
  sockaddr_storage own = {};
  socklen_t length = sizeof own;
  const bool known = connect(descriptor, found.first->ai_addr, found.first->ai_addrlen) == 0 &&
                     getsockname(descriptor, reinterpret_cast<sockaddr*>(&own), &length) == 0;
  const std::string reason = std::strerror(errno);
  close(descriptor);
  char text[NI_MAXHOST] = "";
  if (!known ||
      getnameinfo(reinterpret_cast<sockaddr*>(&own), length, text, sizeof text, nullptr, 0, NI_NUMERICHOST) != 0)
    fail(Fault::io, "MASTER_ADDR: cannot reach ", options.address, ": ", reason);
  return text;
}

// Long enough for a server on a busy machine, whatever the timeout of steps is.
double store_seconds(const RanksOptions& options) { return std::max(options.timeout, 5.0); }

StorePointer opened_store(const RanksOptions& options, TimedCalls& calls) {
  if (!options.file.empty()) return c10::make_intrusive<c10d::FileStore>(options.file, options.size);
  c10d::TCPStoreOptions tcp;
  tcp.port = static_cast<std::uint16_t>(options.port);
  tcp.isServer = options.starts_store && options.rank == 0;
  tcp.numWorkers = static_cast<std::size_t>(options.size);
  tcp.waitWorkers = false;
#if TORCH_VERSION_MAJOR >= 2
  tcp.useLibUV = false;  // Debian builds LibTorch without libuv; ranks with another server speak the same protocol
#endif
  tcp.timeout = std::chrono::milliseconds(static_cast<std::int64_t>(meeting_seconds(options) * 1000));
  try {
    const auto open = [address = options.address, tcp]() -> StorePointer {
      return c10::make_intrusive<c10d::TCPStore>(address, tcp);
    };
    return calls(meeting_seconds(options) + store_seconds(options), open);
  } catch (const std::exception& error) {
    const std::string place = joined(options.address, " port ", options.port);
    if (tcp.isServer) fail(Fault::io, "MASTER_PORT: rank 0 cannot listen at ", place, ": ", first_line(error));
    fail(Fault::io, "rank ", options.rank, ": no answer from rank 0 at ", place, " within ", meeting_seconds(options),
         " s: ", first_line(error));
  }
}

c10::intrusive_ptr<c10d::ProcessGroupGloo> gloo_group(const StorePointer& store, const RanksOptions& options) {
  auto gloo = c10d::ProcessGroupGloo::Options::create(timeout_of(options));
  gloo->devices = {c10d::ProcessGroupGloo::createDeviceForHostname(own_address_towards(options))};
  gloo->threads = 2;
  return c10::make_intrusive<c10d::ProcessGroupGloo>(store, options.rank, options.size, gloo);
}

GroupPointer connected_group(const StorePointer& store, const RanksOptions& options) {
#if TORCH_VERSION_MAJOR >= 2
  auto group = c10::make_intrusive<c10d::ProcessGroup>(store, options.rank, options.size);
  const auto type = c10d::ProcessGroup::BackendType::GLOO;
  group->setBackend(c10::DeviceType::CPU, type, gloo_group(store, options));
  group->setDefaultBackend(type);
  return group;
#else
  return gloo_group(store, options);
#endif
}

template <class Start>
void completed(const Start& start) {
  try {
    start()->wait();
  } catch (const std::exception& error) {
    throw LostContact(first_line(error));
  }
}

// The Reducer would divide by the number of ranks; with a hook of its own it sums.
class SumHook : public c10d::CommHookInterface {
 public:
  explicit SumHook(GroupPointer group) : group_(std::move(group)) {}

  c10::intrusive_ptr<c10::ivalue::Future> runHook(c10d::GradBucket& bucket) override {
    std::vector<at::Tensor> tensors = {bucket.getBufferRef()};
    return group_->allreduce(tensors)->getFuture();
  }

  at::Tensor parseHookResult(const c10::IValue& result) override {
    return result.isTensor() ? result.toTensor() : result.toTensorVector().front();
  }

 private:
  GroupPointer group_;
};

}  // namespace

// Gradients have a group of their own: they are summed while batch norms of the same backward() use the other one, and
// the two orders may not mix.
struct RankGroup::Connection {
  RanksOptions options;
  TimedCalls calls;
  StorePointer store;
  GroupPointer steps;
  GroupPointer gradients;

  // What a use of the store gives. It gets the store and owns all else that it needs.
  template <class Use>
  auto from_store(Use use) {
    try {
      return calls(store_seconds(options), [use = std::move(use), kept = store] { return use(*kept); });
    } catch (const LostContact&) {
      throw;
    } catch (const std::exception& error) {
      throw LostContact(first_line(error));
    }
  }
};

RankGroup::RankGroup(const RanksOptions& options) : connection_(std::make_unique<Connection>()) {
  connection_->options = options;
  connection_->store = c10::make_intrusive<c10d::PrefixStore>(joined("pauc/", options.prefix),
                                                              opened_store(options, connection_->calls));
}

RankGroup::~RankGroup() = default;

void RankGroup::connect() {
  const auto group = [&](const char* name) {
    return connected_group(c10::make_intrusive<c10d::PrefixStore>(name, connection_->store), connection_->options);
  };
  try {
    connection_->steps = group("steps");
    connection_->gradients = group("gradients");
  } catch (const UserError&) {
    throw;
  } catch (const std::exception& error) {
    throw LostContact(first_line(error));
  }
}

void RankGroup::disconnect() {
  connection_->steps.reset();
  connection_->gradients.reset();
}

void RankGroup::set(const std::string& key, const std::string& value) {
  connection_->from_store([key, bytes = std::vector<std::uint8_t>(value.begin(), value.end())](c10d::Store& store) {
    store.set(key, bytes);
  });
}

bool RankGroup::has(const std::string& key) {
  return connection_->from_store([key](c10d::Store& store) { return store.check({key}); });
}

std::string RankGroup::get(const std::string& key) {
  const auto value = connection_->from_store([key](c10d::Store& store) { return store.get(key); });
  return {value.begin(), value.end()};
}

std::int64_t RankGroup::count_up(const std::string& key) {
  return connection_->from_store([key](c10d::Store& store) { return store.add(key, 1); });
}

void RankGroup::sum(const at::Tensor& tensor) {
  std::vector<at::Tensor> tensors = {tensor};
  completed([&] { return connection_->steps->allreduce(tensors); });
}

void RankGroup::broadcast(const at::Tensor& tensor) {
  std::vector<at::Tensor> tensors = {tensor};
  completed([&] { return connection_->steps->broadcast(tensors); });
}

struct GradientReducer::State {
  std::unique_ptr<c10d::Reducer> reducer;
};

namespace {

// One backward() of zeros through all parameters, after which the Reducer lays out its buckets for good. Otherwise the
// layout would change after the first step, with it the order of the sums, and a resumed training would differ in bits.
void lay_out_buckets(c10d::Reducer& reducer, const std::vector<at::Tensor>& parameters) {
  at::Tensor zero;
  for (const at::Tensor& parameter : parameters) {
    const at::Tensor part = at::mul(parameter.sum(), 0);
    zero = zero.defined() ? at::add(zero, part) : part;
  }
  reducer.prepare_for_forward();
  reducer.prepare_for_backward({});
  zero.backward();
  reducer.rebuild_buckets();
}

}  // namespace

GradientReducer::GradientReducer(RankGroup& group, const std::vector<at::Tensor>& parameters)
    : state_(std::make_unique<State>()) {
  const std::vector<std::size_t> limits = {c10d::kDefaultFirstBucketBytes, c10d::kDefaultBucketBytesCap};
  auto [buckets, bucket_limits] = c10d::compute_bucket_assignment_by_size(parameters, limits);
  const GroupPointer& gradients = group.connection().gradients;
  state_->reducer = std::make_unique<c10d::Reducer>(
      parameters, buckets, bucket_limits, gradients, std::vector<bool>(parameters.size(), false),
      c10d::kDefaultBucketBytesCap, /*find_unused_parameters=*/false, /*gradient_as_bucket_view=*/false,
      std::unordered_map<std::size_t, std::string>(), c10d::kDefaultFirstBucketBytes);
  state_->reducer->register_comm_hook(std::make_unique<SumHook>(gradients));
  lay_out_buckets(*state_->reducer, parameters);
}

GradientReducer::~GradientReducer() = default;

void GradientReducer::before_backward() {
  state_->reducer->prepare_for_forward();
  state_->reducer->prepare_for_backward({});
}

}  // namespace pauc
