#include "pauc/ranks/ranks.h"

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>

#include <unistd.h>

#include <mutex>
#include <thread>

#include "pauc/core/error.h"
#include "pauc/ranks/failed_rank.h"
#include "support/rank_threads.h"

namespace pauc {

namespace {

using test::as_ranks;
using test::errors_of_ranks;
using testing::AllOf;
using testing::Each;
using testing::HasSubstr;

TEST(Ranks, OneProcessLeavesEverythingAsItIs) {
  const Ranks ranks;
  const at::Tensor numbers = at::arange(3, at::kDouble);
  ranks.sum(numbers);
  EXPECT_TRUE(numbers.equal(at::arange(3, at::kDouble)));
  EXPECT_EQ(ranks.from_first([] { return std::string("mine"); }), "mine");
  ranks.require_same("options", {"a: 1"});
  EXPECT_TRUE(ranks.is_alone());
}

TEST(Ranks, SumsTensorsOfAnyLayout) {
  as_ranks(3, [](const Ranks& ranks) {
    const at::Tensor numbers = at::full({2, 3}, ranks.rank() + 1, at::kFloat);
    ranks.sum(numbers.t());
    EXPECT_TRUE(numbers.equal(at::full({2, 3}, 6, at::kFloat)));
  });
}

TEST(Ranks, GivesAllRanksTheTensorsOfTheFirst) {
  as_ranks(2, [](const Ranks& ranks) {
    NamedTensors tensors;
    if (ranks.is_first()) {
      tensors = {{"a", at::arange(6, at::kDouble).view({2, 3})},
                 {"flags", at::ones({2}, at::kByte)},
                 {"none", at::empty({0}, at::kFloat)},
                 {"number", at::full({}, 7, at::kLong)}};
    }
    ranks.broadcast(tensors);
    ASSERT_EQ(tensors.size(), 4u);
    EXPECT_TRUE(tensors.at("a").equal(at::arange(6, at::kDouble).view({2, 3})));
    EXPECT_TRUE(tensors.at("flags").equal(at::ones({2}, at::kByte)));
    EXPECT_EQ(tensors.at("none").numel(), 0);
    EXPECT_EQ(tensors.at("number").item<std::int64_t>(), 7);
  });
}

TEST(Ranks, GivesAllRanksTheTextOfTheFirst) {
  as_ranks(3, [](const Ranks& ranks) {
    for (int k = 0; k < 3; ++k) {
      EXPECT_EQ(ranks.from_first([&] { return joined("text ", k, " of rank ", ranks.rank()); }),
                joined("text ", k, " of rank 0"));
    }
  });
}

TEST(Ranks, NamesTheRankWithOtherOptions) {
  const auto errors = errors_of_ranks(3, [](const Ranks& ranks) {
    ranks.require_same("options", {"epochs: 5", joined("seed: ", ranks.rank() == 2 ? 4 : 3)});
  });
  EXPECT_THAT(errors, Each(AllOf(HasSubstr("rank 2 on "), HasSubstr("options: seed: expected \"3\" as on rank 0"))));
}

TEST(Ranks, AllFailWithTheSentenceOfTheRankThatFails) {
  const auto errors = errors_of_ranks(3, [](const Ranks& ranks) {
    require(ranks.rank() != 1, "data.csv: line 7: expected a number, got none");
    ranks.sum(at::ones({1}));
    ranks.from_first([] { return std::string(); });
  });
  EXPECT_EQ(errors[1], "data.csv: line 7: expected a number, got none");
  for (const int rank : {0, 2}) {
    EXPECT_THAT(errors[rank], AllOf(HasSubstr("rank 1 on "), HasSubstr(": data.csv: line 7: expected a number")));
  }
}

TEST(Ranks, KeepTheFaultOfTheRankThatFails) {
  std::mutex mutex;
  std::vector<Fault> faults;
  errors_of_ranks(2, [&](const Ranks& ranks) {
    try {
      ranks.guarded([&] {
        if (ranks.rank() == 1) fail(Fault::no_input, "data.csv: no such file");
        ranks.from_first([] { return std::string(); });
        ranks.sum(at::ones({1}));
      });
    } catch (const UserError& error) {
      const std::lock_guard<std::mutex> lock(mutex);
      faults.push_back(error.fault());
      throw;
    }
  });
  EXPECT_THAT(faults, AllOf(testing::SizeIs(2), Each(Fault::no_input)));
}

int own_port() { return 20000 + static_cast<int>(getpid() % 20000); }

// The store must not go before the others have read there why, nor keep them waiting in a sum.
TEST(Ranks, AllFailWithTheSentenceOfTheRankThatHasTheStore) {
  const auto errors = errors_of_ranks(
      3,
      [](const Ranks& ranks) {
        ranks.sum(at::ones({1}));
        require(!ranks.is_first(), "images/7.png: expected an image, got a text");
        ranks.sum(at::ones({1}));
      },
      /*timeout=*/20, own_port());
  EXPECT_EQ(errors[0], "images/7.png: expected an image, got a text");
  for (const int rank : {1, 2}) {
    EXPECT_THAT(errors[rank], AllOf(HasSubstr("rank 0 on "), HasSubstr(": images/7.png: expected an image")));
  }
}

// Rank 0 is busy, so it may be stopped by the launcher before it has said why.
TEST(Ranks, ARankThatIsNotHeardSpeaksForItself) {
  const auto errors = errors_of_ranks(
      2,
      [](const Ranks& ranks) {
        require(ranks.is_first(), "data.csv: line 7: expected a number, got none");
        std::this_thread::sleep_for(std::chrono::seconds(3));
      },
      /*timeout=*/1);
  EXPECT_EQ(errors[0], "");
  EXPECT_THAT(errors[1], AllOf(HasSubstr("rank 1 on "), HasSubstr(": data.csv: line 7: expected a number")));
}

TEST(Ranks, NameOtherNumbersOfRanks) {
  const test::TemporaryFolder folder;
  std::vector<std::string> errors(2);
  std::vector<std::thread> threads;
  for (const int rank : {0, 1}) {
    threads.emplace_back([&, rank] {
      RanksOptions options;
      options.rank = rank;
      options.size = 2 + rank;
      options.file = folder.path("store");
      options.timeout = 1;
      try {
        const Ranks ranks(options);
      } catch (const UserError& error) {
        errors[static_cast<std::size_t>(rank)] = error.what();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(errors[0],
              HasSubstr("WORLD_SIZE: expected the same for all ranks, got 2 for rank 0 and 3 for rank 1 on "));
  EXPECT_THAT(errors[1],
              HasSubstr("WORLD_SIZE: expected the same for all ranks, got 3 for rank 1 and 2 for rank 0 on "));
}

// Two processes with the same number are told from each other; the one that came first is not disturbed.
TEST(Ranks, NameANumberThatTwoProcessesHave) {
  const test::TemporaryFolder folder;
  const auto options_of = [&](int rank) {
    RanksOptions options;
    options.rank = rank;
    options.size = 2;
    options.file = folder.path("store");
    options.timeout = 10;
    return options;
  };
  std::string error;
  const auto work = [&](int rank) {
    const Ranks ranks(options_of(rank));
    ranks.guarded([&] {
      if (rank == 1) {
        try {
          const Ranks again(options_of(1));
        } catch (const UserError& refused) {
          error = refused.what();
        }
      }
      const at::Tensor one = at::ones({1});
      ranks.sum(one);
      EXPECT_EQ(one.item<float>(), 2);
    });
  };
  std::thread first(work, 0);
  std::thread second(work, 1);
  first.join();
  second.join();
  EXPECT_THAT(error,
              HasSubstr("RANK: expected a different number for each process, got 1 twice; this process runs on "));
}

TEST(Ranks, NameARankThatDoesNotCome) {
  const auto errors = errors_of_ranks(
      2,
      [](const Ranks& ranks) {
        ranks.sum(at::ones({1}));
        if (ranks.rank() == 1) std::this_thread::sleep_for(std::chrono::seconds(6));
        ranks.sum(at::ones({1}));
      },
      /*timeout=*/1);
  EXPECT_THAT(errors[0], AllOf(HasSubstr("rank 1 on "), HasSubstr("did not come to a step within 1 s")));
}

TEST(Ranks, NameThoseThatAreMissingAtTheStart) {
  RanksOptions options;
  const test::TemporaryFolder folder;
  options.size = 2;
  options.file = folder.path("store");
  options.timeout = 0.1;
  try {
    const Ranks ranks(options);
    FAIL() << "one rank alone took itself for two";
  } catch (const UserError& error) {
    EXPECT_STREQ(error.what(), "ranks: expected 2 within 1.5 s, but rank 1 has not come");
  }
}

TEST(GradientSums, SumTheGradientsOfAllRanks) {
  as_ranks(3, [](const Ranks& ranks) {
    const at::Tensor weight = at::ones({4}, at::kDouble).set_requires_grad(true);
    const at::Tensor bias = at::zeros({}, at::kDouble).set_requires_grad(true);
    GradientSums gradients(ranks, {weight, bias});
    for (int step = 0; step < 3; ++step) {
      weight.mutable_grad().reset();
      bias.mutable_grad().reset();
      const std::int64_t rows = ranks.rank();  // rank 0 has none
      const at::Tensor output = at::full({rows, 4}, ranks.rank() + 1., at::kDouble).mv(weight) + bias;
      gradients.backward(output, at::ones({rows}, at::kDouble));
      EXPECT_TRUE(weight.grad().equal(at::full({4}, 2. + 2 * 3, at::kDouble)));
      EXPECT_EQ(bias.grad().item<double>(), 3);
    }
  });
}

}  // namespace

}  // namespace pauc
