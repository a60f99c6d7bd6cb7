"""The table of a season: which games count, and for what."""

from msgspec.structs import replace

from tessela.server.clubs.rows import ClubRow, Member
from tessela.server.clubs.seasons import Season, earlier, meetings_in, oldest_kept, people_in, season_at, table_of
from tessela.server.results import PlayedRow, Result
from tessela.server.tournaments.standings import Meeting

SEASON = Season(2026, 4)
NOW = SEASON.begins + 1000
ADA, BEN, CLEO = (Member(name, 1) for name in ("ada", "ben", "cleo"))
CLUB = ClubRow("c", "ada", "Dragons", "all", 1, "x", 1, [ADA, BEN, CLEO])


def game(
    table: str, *sides: tuple[str, Result, int], at: int = NOW, rated: bool = False, more: tuple[str, ...] = ()
) -> list[PlayedRow]:
    guests = [guest for guest, _, _ in sides]
    return [
        PlayedRow(guest, table, seat, "azul", at, result, rated, score, tuple(one for one in (*guests, *more) if one != guest))
        for seat, (guest, result, score) in enumerate(sides)
    ]


WON = game("t", ("ada", "won", 50), ("ben", "lost", 40))


def counted(rows: list[PlayedRow], club: ClubRow = CLUB, cups: tuple[str, ...] = ()) -> list[Meeting]:
    return meetings_in(club, people_in(club, SEASON), rows, cups)


def test_seasons_follow_one_another_without_gaps() -> None:
    for back in range(-9, 9):
        season = SEASON.back(back)
        assert season.ends == season.back(-1).begins
        assert season_at(season.begins) == season_at(season.ends - 1) == season
    assert (SEASON.first.isoformat(), SEASON.last.isoformat()) == ("2026-10-01", "2026-12-31")


def test_one_looks_back_to_the_founding_and_a_year_at_most() -> None:
    assert earlier(replace(CLUB, created=NOW), NOW) == 0
    assert earlier(replace(CLUB, created=SEASON.back(2).begins), NOW) == 2
    assert earlier(CLUB, NOW) == 4
    assert oldest_kept(NOW) == Season(2025, 4).begins


def test_a_game_among_members_counts_for_the_share_that_one_has_beaten() -> None:
    (met,) = counted(WON)
    assert (met.entrants, met.shares, met.ahead) == ([0, 1], [1.0, 0.0], [10.0, -10.0])
    three = game("u", ("cleo", "lost", 30), ("ada", "shared", 44), ("ben", "shared", 44))
    (met,) = counted(three)
    assert (met.entrants, met.shares) == ([2, 0, 1], [0.0, 0.75, 0.75])
    table = table_of(CLUB.people, counted([*WON, *three]))
    assert [(one.entrant, one.place, one.points, one.played) for one in table] == [
        (0, 1, 1.75, 2),
        (1, 2, 0.75, 2),
        (2, 3, 0.0, 1),
    ]


def test_who_left_a_game_to_a_bot_is_behind_all_others() -> None:
    (met,) = counted(game("t", ("ada", "left", 90), ("ben", "won", 40)))
    assert met.shares == [0.0, 1.0]


def test_games_with_others_do_not_count() -> None:
    assert counted(game("t", ("ada", "won", 50), more=("bot:mason",))) == []
    assert counted(game("t", ("ada", "won", 50), ("ben", "lost", 4), more=("stranger",))) == []
    assert counted(game("t", ("ada", "won", 50), ("ben", "lost", 4), more=("bot:mason",))) == []


def test_games_from_before_one_joined_or_after_one_left_do_not_count() -> None:
    late = replace(CLUB, people=[ADA, replace(BEN, since=NOW + 1)])
    assert counted(WON, late) == []
    gone = replace(CLUB, people=[ADA, replace(BEN, until=NOW + 1)])
    assert len(counted(WON, gone)) == 1, "who leaves takes no points away from others"
    assert counted(WON, replace(gone, people=[ADA, replace(BEN, until=NOW)])) == []


def test_where_only_rated_games_count_those_of_the_clubs_tournaments_do_too() -> None:
    rated = replace(CLUB, counts="rated")
    assert counted(WON, rated) == []
    assert len(counted(WON, rated, ("t",))) == 1
    assert len(counted(game("r", ("ada", "won", 5), ("cleo", "lost", 4), rated=True), rated)) == 1


def test_two_devices_on_one_seat_are_one_player() -> None:
    phone = replace(WON[0], guest="cleo")
    (met,) = counted([WON[0], phone, WON[1]])
    assert met.entrants == [0, 1]


def test_who_left_without_a_game_is_not_in_the_table() -> None:
    people = [ADA, replace(BEN, until=NOW + 1), CLEO]
    assert [one.entrant for one in table_of(people, [])] == [0, 2]
    met = counted(WON, replace(CLUB, people=people))
    assert [one.entrant for one in table_of(people, met)] == [0, 2, 1]
    assert people_in(replace(CLUB, people=people), SEASON.back(-1)) == [ADA, CLEO]
