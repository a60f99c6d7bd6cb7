"""A fair queue: whoever has had least is served next."""

from tessela.server.jobs import NO_GUEST, SHORT_SECONDS, FairQueue, Job, Kind

LONG, SHORT = 1.0, SHORT_SECONDS / 2


def job(guest: str, seconds: float = LONG, kind: Kind = "move", *, urgent: bool = True) -> Job:
    return Job(kind, tuple(guest.split()), seconds, print, urgent=urgent)


def queue_of(*jobs: Job) -> FairQueue:
    queue = FairQueue()
    for each in jobs:
        queue.add(each)
    return queue


def served(queue: FairQueue, short: bool = False, most: int = 1000) -> list[str]:
    """Whose jobs are done one after the other, each taking as long as expected."""
    guests = []
    while len(guests) < most and (taken := queue.take(short)):
        queue.done(taken, taken.seconds)
        guests.append(taken.payer)
    return guests


def test_one_guests_many_jobs_keep_nobody_waiting() -> None:
    queue = queue_of(*(job("greedy") for _ in range(1000)), job("ben"), job("cleo"))
    assert sorted(served(queue, most=3)) == ["ben", "cleo", "greedy"]


def test_who_comes_later_waits_for_one_job_at_most() -> None:
    queue = queue_of(*(job("greedy") for _ in range(50)))
    assert served(queue, most=20) == ["greedy"] * 20
    queue.add(job("ben"))
    assert "ben" in served(queue, most=2)


def test_time_is_shared_not_jobs() -> None:
    """Who asks for long work gets as many seconds as who asks for shorter work, and so fewer jobs."""
    queue = queue_of(*(job("slow", 4.0) for _ in range(50)), *(job("quick", 1.0) for _ in range(50)))
    first = served(queue, most=40)
    assert first.count("quick") == 4 * first.count("slow")


def test_who_says_it_is_quick_pays_for_what_it_took() -> None:
    queue = queue_of(*(job("liar", 0.1) for _ in range(20)), *(job("honest", 1.0) for _ in range(20)))
    took = {"liar": 10.0, "honest": 1.0}
    guests = []
    for _ in range(12):
        taken = queue.take(short=False)
        assert taken is not None
        queue.done(taken, took[taken.payer])
        guests.append(taken.payer)
    assert guests.count("liar") <= 2


def test_time_that_nobody_wanted_is_not_saved_up() -> None:
    queue = queue_of(*(job("ada") for _ in range(100)), job("ben"))
    served(queue, most=60)  # ben was served once, and was away since
    for _ in range(100):
        queue.add(job("ben"))
    assert 4 <= served(queue, most=10).count("ben") <= 6


def test_reviews_can_wait() -> None:
    queue = queue_of(*(job("ada", kind="review") for _ in range(20)), *(job("ben") for _ in range(20)))
    assert served(queue, most=12).count("ben") == 8


def test_a_short_job_has_a_lane_of_its_own() -> None:
    queue = queue_of(*(job("ada") for _ in range(10)), job("ada", SHORT), job("ben", SHORT))
    assert sorted(served(queue, short=True)) == ["ada", "ben"]
    assert len(queue) == 10


def test_of_ones_own_jobs_what_one_waits_for_comes_first() -> None:
    queue, watched = queue_of(*(job("ada", urgent=False) for _ in range(10))), job("ada")
    queue.add(watched)
    assert queue.take(short=False) is watched


def test_whoever_of_a_table_has_had_least_pays() -> None:
    queue = queue_of(*(job("greedy") for _ in range(10)))
    served(queue, most=5)
    shared = job("ben greedy")
    queue.add(shared)
    assert shared.payer == "ben"
    assert "ben" in served(queue, most=2)


def test_where_no_guest_asks_nobody_pays() -> None:
    alone = Job("move", (), LONG, print)
    queue = queue_of(alone)
    assert (queue.take(short=False), alone.payer) == (alone, NO_GUEST)


def test_the_order_is_foretold() -> None:
    names = ["a"] * 5 + ["b"] * 3 + ["c"] * 4
    queue = queue_of(*(job(name, 0.5 + number % 3) for number, name in enumerate(names)))
    foretold = list(queue.order(short=False))
    assert len(queue) == len(foretold) == len(names)
    taken = [queue.take(short=False) for _ in names]
    assert taken == foretold


def test_a_job_that_is_removed_is_not_taken() -> None:
    jobs = [job("ada") for _ in range(5)]
    queue = queue_of(*jobs)
    queue.remove(jobs[0])
    queue.remove(jobs[3])
    queue.remove(jobs[3])
    assert [queue.take(short=False) for _ in range(4)] == [jobs[1], jobs[2], jobs[4], None]


def test_accounts_are_forgotten_when_they_are_even() -> None:
    queue = FairQueue()
    for number in range(1000):
        queue.add(job(f"guest {number}"))
        served(queue)
    assert len(queue._homes) <= 1


def test_many_guests_at_one_address_get_no_more_than_one() -> None:
    crowd = [f"cookie-{number}" for number in range(1000)]
    queue = FairQueue(lambda guest: "one address" if guest in crowd else guest)
    for guest in crowd:
        queue.add(job(guest))
    queue.add(job("ben"))
    queue.add(job("ben"))
    assert served(queue, most=4).count("ben") == 2
    assert len({*served(queue, most=500)}) == 500, "among them time is shared as among all"


def test_the_order_is_foretold_for_addresses_too() -> None:
    queue = FairQueue(lambda guest: guest.split("@")[-1])
    for number in range(30):
        queue.add(job(f"{'abc'[number % 3]}@{'xy'[number % 2]}", seconds=1 + number % 4))
    foretold = [waiting.number for waiting in queue.order(short=False)]
    taken = []
    while (next_job := queue.take(short=False)) is not None:
        taken.append(next_job.number)
    assert foretold == taken


def test_waiting_jobs_are_counted_by_guest_and_kind() -> None:
    queue = queue_of(job("ada", kind="hint"), job("ada", SHORT, kind="look"), job("ben", kind="hint"))
    assert (queue.waiting_of("ada", "hint"), queue.waiting_of("ada", "look"), queue.waiting_of("cleo", "hint")) == (1, 1, 0)
