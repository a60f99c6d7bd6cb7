"""The commands `tessela review`, `tessela luck`, `tessela odds` and `tessela puzzle`."""

from datetime import date
from typing import TYPE_CHECKING, Annotated

import typer

from tessela.cli import completion
from tessela.cli.analyse import INTERRUPTED, AsJson, console
from tessela.cli.options import RecordFile

if TYPE_CHECKING:
    from rich.console import RenderableType

    from tessela.coach.forms import Answer, Luck, MoveJudgement, Puzzle, Review
    from tessela.coach.odds import AzulOdds, DuelOdds

TRIES = 3
# How much a move has given away, as it fills
GLYPHS = {"forced": " ", "best": "·", "good": " ", "inaccuracy": "◇", "mistake": "◈", "blunder": "◆"}

GameName = Annotated[str, typer.Argument(metavar="azul|duel", help="The game.", autocompletion=completion.games)]


def review(file: RecordFile, json: AsJson = False) -> None:
    """Look back at a finished game: chances all along, every move judged, what would have been better."""
    from tessela.cli.table import display_names
    from tessela.game import record as records

    record = records.read(file)
    found = _reviewed(record)
    if json:
        _print_json(found)
        return
    names = display_names(found.seats)
    screen = console()
    screen.print(_moves(found, names), *_better(found, names), _accuracies(found, names), sep="\n")
    for seat, said in enumerate(found.summary):
        screen.print(f"{names[seat]}: {' '.join(one.text for one in said)}")


def _reviewed(record: dict[str, object]) -> "Review":
    """The review of a record; a terminal is told how far it is."""
    from rich.console import Console

    from tessela.coach.review import review_stream

    errors, last = Console(stderr=True), None
    try:
        with errors.status("the first moves") if errors.is_terminal else _quietly() as status:
            for last in review_stream(record):
                if status is not None:
                    status.update(f"{last.done} of {last.of} looks")
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    assert last is not None
    return last


def _quietly():  # type: ignore[no-untyped-def]
    import contextlib

    return contextlib.nullcontext()


def _print_json(form: object) -> None:
    import msgspec

    print(msgspec.json.encode(form).decode())


def _moves(found: "Review", names: list[str]) -> "RenderableType":
    from rich.table import Table

    from tessela.bots.analysis.hints import percent
    from tessela.cli.table import QUIET

    table = Table(border_style=QUIET)
    for name in ("ply", "round", "who", "move", "", "win", "lost", "better"):
        table.add_column(name, justify="right" if name in ("ply", "round", "win", "lost") else "left", no_wrap=True)
    deals = {point.ply: point for point in found.curve if point.kind == "deal" and point.ply}
    for move in found.moves:
        called = f"{GLYPHS[move.judgement]} {move.judgement if move.lost else ''}"
        lost = percent(move.lost) if move.judgement not in ("best", "forced") else ""
        style = "bold red" if move.judgement == "blunder" else "bold" if move.judgement == "mistake" else ""
        table.add_row(
            *(str(move.ply), str(move.round), names[move.seat], move.move, called),
            *(percent(move.after.chance[move.seat]), lost, move.better.move if move.better else ""),
            style=style,
            end_section=move.ply in deals,
        )
    return table


def _better(found: "Review", names: list[str]) -> list[str]:
    """The turning points in sentences."""
    moves = {move.ply: move for move in found.moves}
    return [_turn(moves[ply], names) for ply in found.turning_points]


def _turn(move: "MoveJudgement", names: list[str]) -> str:
    from tessela.bots.analysis.hints import percent

    played, better = move.reasons[:2], move.better
    assert better is not None
    was = f"Ply {move.ply}: {names[move.seat]} played {move.move} ({percent(move.after.chance[move.seat])})"
    was += f": it {' and '.join(one.text for one in played)}" if played else ""
    best = f" {better.move} was better ({percent(move.before.chance[move.seat])})"
    best += f": it {' and '.join(one.text for one in better.reasons[:2])}" if better.reasons else ""
    rests = f"{move.simulations:,} simulations, error {100 * move.error:.1f} %"
    return f"{was}.{best}; then {', '.join(better.line[1:]) or 'chance decides'} ({rests})."


def _accuracies(found: "Review", names: list[str]) -> "RenderableType":
    from rich.table import Table

    from tessela.cli.table import QUIET

    table = Table(border_style=QUIET, title="Accuracy", title_justify="left")
    rounds = max(len(one.rounds) for one in found.accuracy)
    for name in ("", "game", *(f"round {number + 1}" for number in range(rounds))):
        table.add_column(name, justify="left" if not name else "right", no_wrap=True)
    for one in found.accuracy:
        table.add_row(names[one.seat], *(f"{value:.0f}" if value is not None else "" for value in (one.value, *one.rounds)))
    return table


def luck(file: RecordFile, json: AsJson = False) -> None:
    """Take a result apart: what the deals brought, and what the moves of each player gave away."""
    from tessela.cli.table import display_names
    from tessela.game import record as records

    found = _reviewed(records.read(file))
    assert found.luck is not None
    if json:
        _print_json(found.luck)
        return
    console().print(_sum(found.luck, display_names(found.seats)))
    print(f"Chance to win and points ahead of the others. Standard error of the luck in chance: {100 * found.luck.error:.0f} %.")


def _sum(found: "Luck", names: list[str]) -> "RenderableType":
    from rich.table import Table

    from tessela.cli.table import QUIET

    table = Table(border_style=QUIET)
    table.add_column("")
    for name in names:
        table.add_column(name, justify="right", no_wrap=True)
    rows = [("start", found.start), ("luck", found.luck)]
    rows += [(f"moves of {names[seat]}", slips) for seat, slips in enumerate(found.slips)]
    for what, change in [*rows, ("result", found.result)]:
        sign = "" if what in ("start", "result") else "+"
        cells = [f"{100 * c:{sign}.0f} %  {p:+.1f}" for c, p in zip(change.chance, change.lead, strict=True)]
        table.add_row(what, *cells, style="bold" if what == "result" else "")
    return table


def odds(
    file: RecordFile,
    ply: Annotated[int | None, typer.Option(help="The position after this many moves (the last).")] = None,
    seat: Annotated[int | None, typer.Option(help="What this seat knows (the one to move).")] = None,
    json: AsJson = False,
) -> None:
    """Tell what is left, and the exact chances of the next deal."""
    from tessela.coach.odds import odds as counted
    from tessela.game import record as records

    game = records.load(file, ply)
    found = counted(game.view(game.to_move if seat is None else seat))
    if json:
        _print_json(found)
    else:
        console().print(*_odds(found), sep="\n")


def _odds(found: "AzulOdds | DuelOdds") -> "list[RenderableType]":
    from rich.table import Table

    from tessela.cli.paint import COLOUR_WORDS
    from tessela.cli.table import QUIET
    from tessela.coach.odds import DuelOdds

    told: list[RenderableType] = []
    if found.deal is None:
        told.append("There is no other deal.")
    else:
        deal, most = found.deal, len(next(iter(found.deal.together.values())))
        table = Table(border_style=QUIET, title=f"{deal.tiles} tiles are dealt next", title_justify="left")
        for name in ("", "bag", "expected", *(f"{number} together" for number in range(2, most))):
            table.add_column(name, justify="left" if not name else "right", no_wrap=True)
        for kind, number in deal.bag.items():
            together = [f"{100 * chance:.0f} %" for chance in deal.together[kind][2:]]
            table.add_row(COLOUR_WORDS.get(kind, kind), str(number), f"{deal.expected[kind]:.1f}", *together)
        told.append(table)
        told += ["The bag runs out: the rest comes from what has been thrown away, as that is now."] if deal.restocked else []
        told += [
            f"Line {one.line} lacks {one.missing} {COLOUR_WORDS.get(one.colour, one.colour)}: "
            f"on one factory {100 * one.together:.0f} %, dealt at all {100 * one.dealt:.0f} %"
            for one in found.lines
        ]
    if isinstance(found, DuelOdds):
        chips = ", ".join(f"{number} {kind}" for kind, number in found.chips.unseen.items() if number)
        shows = ", ".join(f"{COLOUR_WORDS[c]} {100 * chance:.0f} %" for c, chance in found.chips.next_shows.items())
        told += [f"Chips not seen: {chips}. The next one shows {shows}."]
        plates = "; ".join(f"{back}: {', '.join(names) or 'none'}" for back, names in found.plates.unseen.items())
        told += [f"Plates not seen, by their backs: {plates}. Next on the pile: {found.plates.next or 'nothing'}."]
    return told


def puzzle(
    game: GameName = "azul",
    theme: Annotated[str | None, typer.Option(help="The easiest one of a theme that is at least as hard as --rating.")] = None,
    rating: Annotated[int | None, typer.Option(help="How hard it should be.")] = None,
    name: Annotated[str | None, typer.Option("--id", metavar="ID", help="This puzzle.")] = None,
    day: Annotated[str | None, typer.Option(metavar="YYYY-MM-DD", help="The puzzle of this day (today).")] = None,
    themes: Annotated[bool, typer.Option("--themes", help="List the themes.")] = False,
) -> None:
    """Solve a puzzle: the one of the day, or one of a theme. ? asks for a nudge, then an idea, then the move; q leaves."""
    from tessela.coach.puzzles import puzzles as stored
    from tessela.coach.themes import THEMES

    found = stored(game)
    if themes:
        for one, number in found.themes().items():
            print(f"{one:13} {number:5}  {THEMES[one]}")
        return
    chosen = _chosen(game, theme, rating, name, day)
    try:
        raise typer.Exit(_solve(chosen))
    except (KeyboardInterrupt, EOFError):
        print()
        raise typer.Exit(INTERRUPTED) from None


def _chosen(game: str, theme: str | None, rating: int | None, name: str | None, day: str | None) -> "Puzzle":
    from tessela.coach.errors import CoachError
    from tessela.coach.puzzles import puzzles as stored

    found = stored(game)
    if name is not None:
        return found.of(name)
    if theme is not None:
        about = found.about(theme)
        return next((one for one in about if one.rating >= (rating or 0)), about[-1])
    if rating is not None:
        return found.near(rating)
    try:
        return found.of_the_day(date.fromisoformat(day) if day else date.today())
    except ValueError:
        raise CoachError(f"a day is written as 2026-01-31, not {day!r}") from None


def _solve(puzzle: "Puzzle") -> int:
    """Ask for moves until one is right or the tries are used up; the exit code."""
    from tessela.cli.table import draw
    from tessela.coach.hints import STRENGTHS, hint
    from tessela.coach.tries import answer
    from tessela.game import Game, TesselaError

    table, screen = Game.from_text(puzzle.position), console()
    screen.print(draw(table, puzzle.seat, screen))
    print(f"Puzzle {puzzle.id}, rated {puzzle.rating}. You are player {puzzle.seat}: which move is the best?")
    tries, strengths = 0, iter(STRENGTHS)
    while tries < TRIES:
        text = input("> ").strip()
        if text == "q":
            return 1
        if text == "?":
            print(hint(puzzle, next(strengths, "move")).told.text)
            continue
        try:
            found = answer(puzzle, text)
        except TesselaError as error:
            print(error)
            continue
        tries += 1
        print(_answered(found))
        if found.right:
            break
    print(_solution(puzzle))
    return 0 if tries and found.right else 1


def _answered(found: "Answer") -> str:
    from tessela.bots.analysis.hints import percent

    because = f" It {' and '.join(one.text for one in found.reasons[:2])}." if found.reasons else ""
    if found.right:
        return f"Right: {found.move} ({percent(found.chance)}).{because}"
    return f"Not {found.move}: {percent(found.chance)}, which gives away {percent(found.lost)}.{because}"


def _solution(puzzle: "Puzzle") -> str:
    from tessela.bots.analysis.hints import percent

    best, then = puzzle.solution[0], ", ".join(puzzle.solution[1:])
    about = f"{best} ({percent(puzzle.best)}); next best is {puzzle.second_move} ({percent(puzzle.second)})"
    return f"The best move: {about}.{f' Expected then: {then}.' if then else ''} Themes: {', '.join(puzzle.themes)}."
