/* Made from src/tessela/server/messages, game/events.py and server/views.py by `npm run wire`; do not edit. */

export type View = AzulView | DuelView;
export type GameEvent =
  | Taken
  | MarkerTaken
  | Placed
  | Broken
  | Stacked
  | Revealed
  | ChipTaken
  | PlateTaken
  | PlateDrawn
  | PlatesSeen
  | PlateKept
  | PlatePlaced
  | PlateReturned
  | DisplayRefilled
  | Passed
  | ChipsChosen
  | Paid
  | Saved
  | Tiled
  | SpecialPlaced
  | Penalised
  | RoundEnded
  | Refilled
  | BonusScored
  | GameEnded;
/**
 * Why the winners of a game have won; it is its text, too.
 *
 *     >>> Reason.MOST_POINTS == "most points"
 *     True
 *     >>> print(Reason.MORE_ROWS)
 *     equal points, more complete rows
 */
export type Reason =
  | 'equal points and complete rows: the win is shared'
  | 'equal points and nobody holds the starting tile: the win is shared'
  | 'equal points, more complete rows'
  | 'equal points, the holder of the starting tile wins'
  | 'most points';
export type Up =
  | Hello
  | Play
  | Takeback
  | Resign
  | LetBotFinish
  | React
  | Talk
  | Say
  | Mute
  | Look
  | Hint
  | Count
  | Explain
  | Practise
  | Judge
  | Attend
  | Ping;
export type Down =
  | Happened
  | Snapshot
  | Changed
  | Ended
  | Reacted
  | Chat
  | Said
  | Looked
  | Hinted
  | Counted
  | Explained
  | Judged
  | Preparing
  | Waiting
  | Pong
  | Refused;

/**
 * Why a request over HTTP was not carried out: a word for programs, a sentence for people.
 */
export interface Problem {
  error: string;
  text: string;
}
/**
 * Who shall sit on a seat of a new table: oneself, somebody beside one on the same screen, whoever has the link, or a bot.
 */
export interface SeatWish {
  who: 'bot' | 'here' | 'me' | 'open';
  level?: string | null;
  name?: string | null;
}
/**
 * A time limit. `live`: seconds for the game and for each move more; `days`: `seconds` for every move.
 */
export interface Clock {
  pace: 'days' | 'live';
  seconds: number;
  increment?: number;
}
/**
 * The hash of the key of a table to be made, and the ticket that brings it about.
 */
export interface Promise {
  promise: string;
  ticket: string;
}
/**
 * One's share in the chance of a table to be made: a ticket whose promise one has seen, and then a salt.
 */
export interface Share {
  ticket: string;
  salt: string;
}
/**
 * A table to be made.
 */
export interface NewTable {
  game: 'azul' | 'duel';
  /**
   * @minItems 2
   * @maxItems 4
   */
  seats: SeatWish[];
  options?: {
    [key: string]: unknown;
  };
  order?: 'chosen' | 'random';
  clock?: Clock | null;
  listed?: boolean;
  practice?: boolean;
  rated?: boolean;
  share?: Share | null;
}
/**
 * A game to be played on from a position of a finished one: that after `ply` moves; a seat may not be open.
 */
export interface PlayOn {
  ply: number;
  /**
   * @minItems 2
   * @maxItems 4
   */
  seats: SeatWish[];
  share?: Share | null;
}
/**
 * The next game with the same people; whoever asks first makes the table, the others only add their salt.
 */
export interface Rematch {
  share?: Share | null;
}
/**
 * Sit down on an open seat: with the invitation of the table, or with the link of a seat one held on another device.
 */
export interface Joining {
  invitation?: string | null;
  seat_link?: string | null;
  salt?: string | null;
}
/**
 * A bot that one can play against.
 */
export interface LevelInfo {
  id: string;
  name: string;
  character: string;
  ratings: {
    [key: string]: number;
  };
}
/**
 * A bot that somebody else wrote, which can be asked for a game: its id is a level. One that is far away may decline.
 */
export interface ProgramInfo {
  id: string;
  name: string;
  far: boolean;
}
/**
 * What can be played: the options of every game, the bots from gentle to strong, and programs of others.
 */
export interface Catalogue {
  games: {
    [key: string]: {
      [key: string]: unknown;
    };
  };
  levels: LevelInfo[];
  programs?: ProgramInfo[];
}
/**
 * The rating of somebody when they sat down at a rated table; while little is known of them it is provisional.
 */
export interface SeatRating {
  value: number;
  provisional: boolean;
}
/**
 * A seat as everybody sees it; `program`: a bot that somebody else wrote plays there.
 */
export interface SeatInfo {
  who: 'bot' | 'open' | 'person';
  name: string;
  level: string | null;
  present: boolean;
  program?: boolean;
  rating?: SeatRating | null;
  away?: number | null;
  talks?: boolean;
}
/**
 * A table as everybody sees it; `mine` are the seats of the one who asks, and the links are theirs alone.
 */
export interface TableInfo {
  id: string;
  game: 'azul' | 'duel';
  options: {
    [key: string]: unknown;
  };
  seats: SeatInfo[];
  status: 'over' | 'playing' | 'waiting';
  clock: Clock | null;
  listed: boolean;
  created: string;
  to_move: number | null;
  round: number;
  scores: number[];
  mine: number[];
  invitation: string | null;
  seat_link: string | null;
  rematch: string | null;
  lesson?: string | null;
  watchers?: number;
  winners?: number[] | null;
  practice?: boolean;
  promise?: string | null;
  salts?: (string | null)[];
  daily?: string | null;
  rated?: boolean;
  tournament?: string | null;
  asked?: boolean;
  onlookers?: string[];
}
/**
 * A new nickname.
 */
export interface Renaming {
  nickname: string;
}
/**
 * The guest behind the cookie.
 */
export interface Me {
  id: string;
  nickname: string;
  kept?: boolean;
}
/**
 * A passkey of mine: for which host, and where and when it was made and last used.
 */
export interface PasskeyInfo {
  id: string;
  host: string;
  device: string;
  created: number;
  used: number;
}
/**
 * A browser in which I am signed in; `here` is the one that asks.
 */
export interface SessionInfo {
  id: string;
  device: string;
  created: number;
  seen: number;
  here: boolean;
}
/**
 * How I can come back, and from where; `games` are my tables.
 */
export interface Identity {
  kept: number | null;
  code: boolean;
  passkeys: PasskeyInfo[];
  sessions: SessionInfo[];
  possible: 'no-https' | 'no-name' | 'not-installed' | 'yes';
  games: number;
}
/**
 * A recovery code, which is told once.
 */
export interface Recovery {
  code: string;
}
/**
 * What signs another device in, once and within so many seconds.
 */
export interface DeviceLink {
  link: string;
  seconds: number;
}
/**
 * What the browser made of the options for a new passkey.
 */
export interface MadePasskey {
  credential: {
    [key: string]: unknown;
  };
}
/**
 * One way to prove who one is; `bring`: the games of the guest that this browser was so far come along.
 */
export interface SigningIn {
  credential?: {
    [key: string]: unknown;
  } | null;
  code?: string | null;
  link?: string | null;
  bring?: boolean;
}
/**
 * Whether one's finished games may become puzzles for others, without any names.
 */
export interface Consent {
  puzzles: boolean;
}
/**
 * A browser in which I want to be called, as its `PushManager` tells it.
 */
export interface PushSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
  language?: 'en' | 'fr' | 'it';
}
/**
 * A browser in which I want to be called no more.
 */
export interface PushEnd {
  endpoint: string;
}
/**
 * A browser in which I am called; its id is the SHA-256 of its endpoint.
 */
export interface PushInfo {
  id: string;
  device: string;
  created: number;
}
/**
 * Hours in which I am not called: minutes after midnight, in a time zone such as `Europe/Rome`; they may go over midnight.
 */
export interface Quiet {
  begins: number;
  ends: number;
  zone: string;
}
/**
 * My quiet hours; none.
 */
export interface QuietHours {
  quiet: Quiet | null;
}
/**
 * Whether I am away, until when, and how many days I may be this year.
 */
export interface VacationInfo {
  until: number | null;
  days_left: number;
  days_a_year: number;
}
/**
 * For how many days from now on I am away.
 */
export interface Days {
  days: number;
}
/**
 * How I am called; `key` is what a browser asks its push service with.
 */
export interface Calling {
  possible: 'not-installed' | 'yes';
  key: string;
  browsers: PushInfo[];
  quiet: Quiet | null;
  vacation: VacationInfo;
}
/**
 * Somebody; `here`: they have asked for something a moment ago.
 */
export interface PersonInfo {
  id: string;
  name: string;
  here: boolean;
}
/**
 * My friends, those I have blocked, and those I have played with lately and who are neither.
 */
export interface People {
  friends: PersonInfo[];
  blocked: PersonInfo[];
  met: PersonInfo[];
}
/**
 * What somebody is to me; nobody else is told.
 */
export interface Bond {
  kind: 'blocked' | 'friend';
}
/**
 * A game for two, for somebody: by id, or by a name that they keep.
 */
export interface ChallengeWish {
  to: string;
  game: 'azul' | 'duel';
  options?: {
    [key: string]: unknown;
  };
  clock?: Clock | null;
  rated?: boolean;
  share?: Share | null;
}
/**
 * A game for two with whoever wants the same; `bots`: one may come if nobody does for a while.
 */
export interface Seek {
  game: 'azul' | 'duel';
  options?: {
    [key: string]: unknown;
  };
  clock?: Clock | null;
  rated?: boolean;
  bots?: boolean;
}
/**
 * Whether I look for an opponent, for how many seconds, and where to play once there is one.
 */
export interface SeekState {
  seeking: boolean;
  table: string | null;
  seconds: number;
}
/**
 * A bot to be let in.
 */
export interface NewBot {
  name: string;
}
/**
 * A bot of one's own; `online`: its program listens.
 */
export interface BotInfo {
  id: string;
  name: string;
  created: number;
  online: boolean;
}
/**
 * What lets a program in as a bot. It is told once and not kept.
 */
export interface BotToken {
  id: string;
  name: string;
  token: string;
}
/**
 * Sit down where one is challenged, with what one adds to the chance of the game.
 */
export interface BotAccept {
  salt?: string | null;
}
/**
 * A decision of a bot, at the version of the table it was told.
 */
export interface BotMove {
  version: number;
  move: string;
}
/**
 * Clocks as a bot is told them, in seconds.
 */
export interface BotClock {
  left: number[];
  increment: number;
}
/**
 * The first line that a listening bot is told: who it is.
 */
export interface Listening {
  type: 'hello';
  id: string;
  name: string;
}
/**
 * Somebody asks a bot for a game, at a table that waits for it: accept or decline.
 */
export interface Challenge {
  type: 'challenge';
  table: TableInfo;
}
/**
 * A bot is to move: what it sees and may do, as in the protocol of bots.
 */
export interface YourTurn {
  type: 'turn';
  table: string;
  version: number;
  seat: number;
  view: View;
  legal: string[];
  clock: BotClock | null;
}
export interface AzulView {
  game: 'azul';
  rules: 1;
  players: number;
  wall: 'coloured' | 'grey';
  jokers: boolean;
  round: number;
  phase: 'drop' | 'offer' | 'over' | 'space';
  to_move: number | null;
  first_player: number;
  marker: number | null;
  factories: string[];
  centre: string;
  bag: {
    [key: string]: number;
  };
  lid: {
    [key: string]: number;
  };
  boards: AzulBoard[];
  pending: AzulPending | null;
  seat: number | null;
  bonuses: {
    [key: string]: number;
  }[];
  openings: AzulOpening[];
}
/**
 * What one player has.
 */
export interface AzulBoard {
  score: number;
  lines: string[];
  wall: string[];
  floor: string;
}
/**
 * What a smaller choice is about.
 */
export interface AzulPending {
  line: number;
  tiles?: string;
}
/**
 * A free space for the tile of a full line, and the points that the tile brings there as the board is now.
 */
export interface AzulOpening {
  row: number;
  column: number;
  points: number;
}
export interface DuelView {
  game: 'duel';
  rules: 1;
  tablets: string[];
  round: number;
  phase: 'acquire' | 'draw' | 'keep' | 'over' | 'pay' | 'place' | 'return' | 'setup' | 'space' | 'stack';
  to_move: number | null;
  first_player: number;
  starting_tile: number | null;
  large: DuelLarge;
  small: DuelSmall[];
  display: (string | null)[];
  pile: string[];
  drawn: string[];
  bag: {
    [key: string]: number;
  };
  tower: {
    [key: string]: number;
  };
  boards: DuelBoard[];
  pending: DuelPending | null;
  seat: number | null;
  bonuses: {
    [key: string]: number;
  }[];
  chips_unseen: {
    [key: string]: number;
  };
  payments: DuelPayment[];
  openings: DuelOpening[];
  progress: {
    [key: string]: DuelProgress;
  }[];
}
/**
 * The large factory.
 */
export interface DuelLarge {
  sun: string;
  moon: string;
}
/**
 * A small factory; its moon is a stack from the bottom.
 */
export interface DuelSmall {
  sun: string;
  moon: string;
  chip: string | null;
}
/**
 * What one player has.
 */
export interface DuelBoard {
  score: number;
  lines: string[];
  plates: (DuelPlate | null)[];
  tiles: string[];
  broken: string;
  chips: string[];
  spent: string[];
  tokens: number;
  chips_taken: number;
  passed: boolean;
}
/**
 * A plate on a dome, turned clockwise by some degrees.
 */
export interface DuelPlate {
  plate: string;
  turn: number;
}
/**
 * What a smaller choice is about; which of these there are depends on the phase.
 */
export interface DuelPending {
  line?: number | null;
  paid?: string[] | null;
  factory?: number | null;
  tiles?: string | null;
  plate?: string | null;
  from?: ('display' | 'pile') | null;
  backs?: ('mixed' | 'same') | null;
}
/**
 * Chips that complete the line at hand, and the decisions that pay with them; of the best of several, why it is.
 */
export interface DuelPayment {
  chips: string[];
  moves: string[];
  why: ('colours' | 'doubles' | 'fewest') | null;
}
/**
 * A free space for the tile of a full line, and the points that the tile brings there as the board is now.
 */
export interface DuelOpening {
  row: number;
  column: number;
  points: number;
}
/**
 * How far a tablet is: of what it counts, the one that lacks least (a row, a column, a dome space; empty where it is one).
 */
export interface DuelProgress {
  at: string;
  has: number;
  of: number;
}
/**
 * A game of a bot is over.
 */
export interface GameOver {
  type: 'over';
  table: string;
  scores: number[];
  winners: number[];
}
/**
 * Nothing has happened for a while.
 */
export interface StillHere {
  type: 'ping';
}
/**
 * How a game ended; `breakdown` has the points of each seat by their names.
 */
export interface Ending {
  scores: number[];
  winners: number[];
  reason:
    | 'most points'
    | 'equal points, more complete rows'
    | 'equal points, the holder of the starting tile wins'
    | 'equal points and complete rows: the win is shared'
    | 'equal points and nobody holds the starting tile: the win is shared'
    | 'resigned'
    | 'time ran out'
    | 'no end in sight: the win is shared'
    | 'closed by whoever runs the server: the win is shared';
  breakdown: {
    [key: string]: number;
  }[];
}
/**
 * A decision of a finished game, what happened by it, and the table after it.
 */
export interface Frame {
  ply: number;
  seat: number;
  move: string;
  events: GameEvent[];
  view: View;
}
/**
 * A player took tiles; `source` is written as in the notation, and `rest` went to the centre or the moon.
 */
export interface Taken {
  event: 'Taken';
  seat: number;
  source: string;
  tiles: string;
  rest: string;
}
/**
 * A player got the starting player marker (Azul) or the starting tile (Duel).
 */
export interface MarkerTaken {
  event: 'MarkerTaken';
  seat: number;
}
/**
 * Tiles went to a pattern line.
 */
export interface Placed {
  event: 'Placed';
  seat: number;
  tiles: string;
  line: number;
}
/**
 * Tiles fell to the floor line or broken space; `discarded` did not fit there and went to the lid or tower.
 */
export interface Broken {
  event: 'Broken';
  seat: number;
  tiles: string;
  discarded: string;
  line: number | null;
}
/**
 * The rest of a small factory became a stack, written from the bottom.
 */
export interface Stacked {
  event: 'Stacked';
  seat: number;
  factory: number;
  tiles: string;
}
/**
 * A bonus chip turned face up.
 */
export interface Revealed {
  event: 'Revealed';
  factory: number;
  chip: string;
}
/**
 * A player took a bonus chip.
 */
export interface ChipTaken {
  event: 'ChipTaken';
  seat: number;
  factory: number;
  chip: string;
}
/**
 * A player took an open plate.
 */
export interface PlateTaken {
  event: 'PlateTaken';
  seat: number;
  plate: string;
}
/**
 * A player drew the top plate of the pile, whose back everyone sees, and paid for it.
 */
export interface PlateDrawn {
  event: 'PlateDrawn';
  seat: number;
  back: string;
  paid: number;
}
/**
 * A player stopped drawing and looked at the fronts.
 */
export interface PlatesSeen {
  event: 'PlatesSeen';
  seat: number;
  number: number;
  plates: string[] | null;
}
/**
 * A player kept one of the drawn plates.
 */
export interface PlateKept {
  event: 'PlateKept';
  seat: number;
  back: string;
  plate: string | null;
}
/**
 * A plate went to the dome, at a space such as `b2`, turned clockwise by `turn` degrees.
 */
export interface PlatePlaced {
  event: 'PlatePlaced';
  seat: number;
  plate: string;
  space: string;
  turn: number;
}
/**
 * A player put a plate under the pile; which one, only they know.
 *
 *     >>> PlateReturned(seat=0, plate="RTY*").seen_by(1)
 *     PlateReturned(seat=0, plate=None)
 */
export interface PlateReturned {
  event: 'PlateReturned';
  seat: number;
  plate: string | null;
}
/**
 * Plates were turned up onto the display.
 */
export interface DisplayRefilled {
  event: 'DisplayRefilled';
  plates: string[];
}
/**
 * A player could do nothing and is out until the end of the phase.
 */
export interface Passed {
  event: 'Passed';
  seat: number;
}
/**
 * A player chose chips towards a payment.
 */
export interface ChipsChosen {
  event: 'ChipsChosen';
  seat: number;
  line: number;
  chips: string[];
}
/**
 * A player paid with chips for the missing tiles of a line.
 */
export interface Paid {
  event: 'Paid';
  seat: number;
  line: number;
  chips: string[];
  missing: number;
}
/**
 * A player kept the chips rather than complete a line.
 */
export interface Saved {
  event: 'Saved';
  seat: number;
  line: number;
}
/**
 * A tile went from a line to the wall or dome; `across` and `down` are the linked tiles, itself counted.
 */
export interface Tiled {
  event: 'Tiled';
  seat: number;
  line: number;
  column: number;
  tile: string;
  points: number;
  across: number;
  down: number;
  discarded: string;
}
/**
 * A special tile completed its plate, for the points of its row.
 */
export interface SpecialPlaced {
  event: 'SpecialPlaced';
  seat: number;
  row: number;
  column: number;
  points: number;
}
/**
 * A player settled the floor or broken tiles: `penalty` is what they cost, `lost` what the score really went down.
 */
export interface Penalised {
  event: 'Penalised';
  seat: number;
  tiles: string;
  marker: boolean;
  penalty: number;
  lost: number;
}
/**
 * A round is over; `scores` are those after it.
 */
export interface RoundEnded {
  event: 'RoundEnded';
  round: number;
  scores: number[];
}
/**
 * The factories were filled for a round; `deal` is as in a record, `restocked` whether lid or tower went into the bag.
 */
export interface Refilled {
  event: 'Refilled';
  round: number;
  deal: {
    [key: string]: unknown;
  };
  restocked: boolean;
}
/**
 * Final points: `rows`, `columns`, `colours` in Azul, the name of a tablet in Duel.
 */
export interface BonusScored {
  event: 'BonusScored';
  seat: number;
  bonus: string;
  points: number;
}
/**
 * The game is over.
 */
export interface GameEnded {
  event: 'GameEnded';
  scores: number[];
  winners: number[];
  reason: Reason;
}
/**
 * A person who left their seat to a bot: after `ply` moves, and how.
 */
export interface Gone {
  ply: number;
  seat: number;
  what: 'bot-took-over' | 'resigned' | 'timed-out';
}
/**
 * A whole game to look at again. Nothing is secret any more: moves and events are told in full; views are a spectator's.
 */
export interface Replay {
  id: string;
  game: 'azul' | 'duel';
  options: {
    [key: string]: unknown;
  };
  seats: string[];
  levels: (string | null)[];
  start: View;
  frames: Frame[];
  ending: Ending | null;
  gone?: Gone[];
}
/**
 * A position of a finished game: that after `ply` moves.
 */
export interface At {
  ply: number;
}
/**
 * Moves in a position, one by one, or none for the round as it stands: what would they do?
 */
export interface LookAt {
  ply: number;
  /**
   * @minItems 1
   * @maxItems 4
   */
  moves: (string | null)[];
}
/**
 * A position with the eyes of a seat, or of who only looks on: what are the odds there?
 */
export interface OddsAt {
  ply: number;
  seat?: number | null;
}
/**
 * A move in a position: how good is it?
 */
export interface TryAt {
  ply: number;
  move: string;
}
/**
 * Moves that follow one another from a position.
 */
export interface LineAt {
  ply: number;
  /**
   * @minItems 1
   * @maxItems 20
   */
  moves: string[];
}
/**
 * A position as the one to move sees it, and the legal moves.
 */
export interface Position {
  seat: number;
  view: View;
  legal: string[];
}
/**
 * What a move would do: by itself, then for each seat the tiling if the round ended there; and whether the game would end.
 */
export interface Foreseen {
  events: GameEvent[];
  forecast: GameEvent[][];
  last_round: boolean;
}
/**
 * Where an imported record can be looked at: /r/ID.
 */
export interface Imported {
  id: string;
}
/**
 * Which puzzle: that of today, one near my rating, one about a theme, or one from a mistake of my own; not that of `but`.
 */
export interface PuzzleWish {
  game: 'azul' | 'duel';
  by?: 'day' | 'mine' | 'rating' | 'theme';
  theme?: string | null;
  but?: string | null;
}
/**
 * Moves in a puzzle, one by one, or none for the round as it stands: what would they do?
 */
export interface PuzzleLook {
  /**
   * @minItems 1
   * @maxItems 4
   */
  moves: (string | null)[];
}
/**
 * A try.
 */
export interface PuzzleTry {
  move: string;
}
/**
 * Help of one strength. Who asks for the move has given the puzzle up.
 */
export interface PuzzleHelp {
  strength: 'idea' | 'move' | 'nudge';
}
/**
 * A puzzle to be played on from its position, against a bot of this level.
 */
export interface PlayItOut {
  level?: string | null;
}
/**
 * Help that was asked for, or came with a wrong try; the move only where that was the help.
 */
export interface Helped {
  strength: 'idea' | 'move' | 'nudge';
  told: Told;
  move: string | null;
}
/**
 * Something said: a stable key with its parameters, for pages that translate, and its English text.
 */
export interface Told {
  key: string;
  params: {
    [key: string]: unknown;
  };
  text: string;
  sign?: 'bad' | 'good' | 'neutral';
  [key: string]: unknown;
}
/**
 * A try; how good it is told once the puzzle is done.
 */
export interface Tried {
  move: string;
  right: boolean;
  answer: Answer | null;
}
/**
 * How good a try is. `reply` are the moves expected after it.
 */
export interface Answer {
  move: string;
  right: boolean;
  judgement: 'best' | 'blunder' | 'forced' | 'good' | 'inaccuracy' | 'mistake';
  lost: number;
  chance: number;
  best_chance: number;
  reasons: Told[];
  reply: string[];
  version?: number;
  [key: string]: unknown;
}
/**
 * The second best move of a puzzle, its chance to win, and its reasons next to the best one.
 */
export interface Second {
  move: string;
  chance: number;
  reasons: Told[];
}
/**
 * The best move of a puzzle, the moves expected after it (itself first), its chance to win, its reasons next to the second
 *     best, and the themes.
 */
export interface Solution {
  move: string;
  line: string[];
  chance: number;
  reasons: Told[];
  second: Second;
  themes: string[];
}
/**
 * The rating of somebody for the puzzles of a game, how sure it is, and how many first tries it rests on.
 */
export interface SolverInfo {
  rating: number;
  deviation: number;
  tried: number;
  solved: number;
}
/**
 * A puzzle, and how far the one who asks is with it. What would give it away comes once it is done.
 */
export interface PuzzleInfo {
  id: string;
  game: 'azul' | 'duel';
  day: string | null;
  source: string | null;
  seat: number;
  view: View;
  legal: string[];
  rating: number | null;
  state: 'failed' | 'open' | 'shown' | 'solved';
  tries: Tried[];
  left: number;
  hints: Helped[];
  solution: Solution | null;
  solver: SolverInfo | null;
  change: number | null;
}
/**
 * A theme: how many puzzles are about it, and how many of them the one who asks has done.
 */
export interface ThemeInfo {
  theme: string;
  puzzles: number;
  done: number;
}
/**
 * How the one who asks stands with the puzzles of a game. The streak is over all games.
 */
export interface PuzzleDesk {
  game: 'azul' | 'duel';
  day: string;
  today: string;
  state: ('failed' | 'open' | 'shown' | 'solved') | null;
  streak: number;
  week: boolean[];
  solver: SolverInfo | null;
  themes: ThemeInfo[];
  mine: number;
}
/**
 * A result of the deal of a day; `margin` is how far the person is ahead of the bot.
 */
export interface DealResult {
  name: string;
  score: number;
  margin: number;
  won: boolean;
  mine: boolean;
}
/**
 * The deal of a day: against which bot, one's own table once one has begun, and the best results of today and yesterday.
 */
export interface DealOfTheDay {
  game: 'azul' | 'duel';
  day: string;
  bot: string;
  table: string | null;
  status: ('over' | 'playing' | 'waiting') | null;
  today: DealResult[];
  yesterday: DealResult[];
}
/**
 * A tournament to be held. It begins when its host says so, at a time, or with so many entrants.
 */
export interface NewTournament {
  name: string;
  game: 'azul' | 'duel';
  clock: Clock;
  options?: {
    [key: string]: unknown;
  };
  form?: 'arena' | 'round-robin' | 'swiss';
  size?: number;
  rounds?: number;
  minutes?: number;
  listed?: boolean;
  starts_at?: string | null;
  starts_with?: number | null;
  club?: string | null;
}
/**
 * Take part, under one's own name or another.
 */
export interface Entering {
  name?: string | null;
}
/**
 * Bots that take part.
 */
export interface NewBots {
  level: string;
  number?: number;
}
/**
 * Somebody who takes part.
 */
export interface EntrantInfo {
  name: string;
  level: string | null;
  out: boolean;
}
/**
 * A line of the table, from the first place on; `entrant` counts from 0.
 */
export interface StandingInfo {
  entrant: number;
  place: number;
  points: number;
  buchholz: number;
  won: number;
  ahead: number;
  played: number;
}
/**
 * Some who meet, round the table, or one who sits out (no table); their points once it is over.
 */
export interface MeetingInfo {
  round: number;
  entrants: number[];
  table: string | null;
  points: number[] | null;
}
/**
 * A club by its name.
 */
export interface ClubName {
  id: string;
  name: string;
}
/**
 * A tournament as everybody sees it; `mine` is the number of the one who asks, `my_table` where they have to play now.
 */
export interface TournamentInfo {
  id: string;
  name: string;
  game: 'azul' | 'duel';
  options: {
    [key: string]: unknown;
  };
  clock: Clock;
  form: 'arena' | 'round-robin' | 'swiss';
  size: number;
  rounds: number;
  minutes: number;
  status: 'over' | 'playing' | 'waiting';
  host: string | null;
  hosted: boolean;
  created: string;
  starts_at: string | null;
  starts_with: number | null;
  ends_at: string | null;
  round: number;
  entrants: EntrantInfo[];
  standings: StandingInfo[];
  meetings: MeetingInfo[];
  mine: number | null;
  my_table: string | null;
  club?: ClubName | null;
}
/**
 * A tournament in a list.
 */
export interface TournamentBrief {
  id: string;
  name: string;
  game: 'azul' | 'duel';
  form: 'arena' | 'round-robin' | 'swiss';
  size: number;
  clock: Clock;
  status: 'over' | 'playing' | 'waiting';
  entrants: number;
  round: number;
  rounds: number;
  starts_at: string | null;
  starts_with: number | null;
  first: string[];
  mine: boolean;
}
/**
 * A club to be founded, or what becomes of one: its name, and which games between members count.
 */
export interface NewClub {
  name: string;
  counts?: 'all' | 'rated';
}
/**
 * What lets somebody join a club.
 */
export interface Invitation {
  invitation: string;
}
/**
 * A member, by id.
 */
export interface Chosen {
  member: string;
}
/**
 * A club as those see it who are invited; `host` runs it.
 */
export interface ClubDoor {
  id: string;
  name: string;
  host: string;
  members: number;
  mine: boolean;
}
/**
 * A member; `here` is who has asked for something a moment ago.
 */
export interface MemberInfo {
  id: string;
  name: string;
  since: number;
  here: boolean;
}
/**
 * The table of a season, a quarter of a year in UTC, so many quarters `back`. Who has left since is `out`.
 */
export interface SeasonInfo {
  year: number;
  quarter: number;
  back: number;
  first: string;
  last: string;
  games: number;
  entrants: EntrantInfo[];
  standings: StandingInfo[];
  mine: number | null;
  tournaments: TournamentBrief[];
}
/**
 * A club as its members see it, with the table of a season; `earlier` is how many seasons one can look back.
 */
export interface ClubInfo {
  id: string;
  name: string;
  counts: 'all' | 'rated';
  created: number;
  host: string;
  hosted: boolean;
  invitation: string;
  members: MemberInfo[];
  earlier: number;
  season: SeasonInfo;
}
/**
 * A club in a list.
 */
export interface ClubBrief {
  id: string;
  name: string;
  members: number;
  hosted: boolean;
}
/**
 * Who sat at a finished game; `key` is what their games are asked for by, none of oneself and of those who are forgotten.
 */
export interface PlayedSeat {
  name: string;
  level: string | null;
  program: boolean;
  key: string | null;
}
/**
 * A final board, as it stands in views: `wall` is the kind of wall in Azul.
 */
export interface Picture {
  wall: string | null;
  board: {
    [key: string]: unknown;
  };
}
/**
 * A finished game of mine. `left`: a bot finished for me; `both`: I held several seats at one screen. What takes a look
 *     through the game may still be missing in one from an older version: its board.
 */
export interface PlayedGame {
  id: string;
  game: 'azul' | 'duel';
  options: {
    [key: string]: unknown;
  };
  clock: Clock | null;
  at: number;
  rated: boolean;
  result: 'both' | 'left' | 'lost' | 'shared' | 'won';
  seat: number;
  seats: PlayedSeat[];
  scores: number[];
  accuracy: number | null;
  picture: Picture | null;
  change: number | null;
}
/**
 * Some of my finished games, the newest first; `next` is what the following page is asked for by.
 */
export interface HistoryPage {
  games: PlayedGame[];
  next: string | null;
}
/**
 * A rating after a game.
 */
export interface RatingPoint {
  at: number;
  value: number;
}
/**
 * A rating: in a game, at a pace. Provisional while little is known; `deviation`: two thirds of the truth lie within.
 */
export interface RatingInfo {
  pace: 'days' | 'live';
  value: number;
  deviation: number;
  provisional: boolean;
  games: number;
  month: number;
  curve: RatingPoint[];
}
/**
 * Finished games, and how they went; `mean` and `best` are my points.
 */
export interface Tally {
  games: number;
  won: number;
  shared: number;
  mean: number;
  best: number;
}
/**
 * The same against a level.
 */
export interface AgainstLevel {
  games: number;
  won: number;
  shared: number;
  mean: number;
  best: number;
  level: string;
}
/**
 * The same against somebody.
 */
export interface AgainstPerson {
  games: number;
  won: number;
  shared: number;
  mean: number;
  best: number;
  name: string;
  key: string;
}
/**
 * How well I played a game, from 0 to 100, where it was reviewed.
 */
export interface AccuracyPoint {
  id: string;
  at: number;
  value: number;
}
/**
 * A finished board of mine. On the page of somebody else it has no id: who they played with is nobody's business.
 */
export interface MosaicWindow {
  id: string | null;
  score: number;
  picture: Picture;
}
/**
 * How somebody does in a game; `kinds` are the mean points a game by where they came from. `waiting`: games of older versions
 *     that are still being looked through.
 */
export interface Statistics {
  game: 'azul' | 'duel';
  since: number | null;
  all: Tally;
  levels: AgainstLevel[];
  people: AgainstPerson[];
  kinds: {
    [key: string]: number;
  };
  accuracy: AccuracyPoint[];
  ratings: RatingInfo[];
  windows: MosaicWindow[];
  waiting: number;
}
/**
 * Whether everybody may see my profile, under my name as it is kept.
 */
export interface Profile {
  public: boolean;
}
/**
 * Somebody who shows their profile: without whom they played with.
 */
export interface Player {
  name: string;
  statistics: Statistics;
}
/**
 * What a rated game did to the rating of a seat.
 */
export interface RatingMoved {
  seat: number;
  before: number;
  after: number;
  provisional: boolean;
}
/**
 * The first frame: the version one has, none for a snapshot.
 */
export interface Hello {
  kind: 'hello';
  version?: number | null;
}
/**
 * A move at a version; the id makes resending harmless.
 */
export interface Play {
  kind: 'play';
  version: number;
  move: string;
  id: string;
}
/**
 * Make a decision of one's own again: `to` is the version of its entry, one of `back_to`; none for the last of them.
 */
export interface Takeback {
  kind: 'takeback';
  version: number;
  id: string;
  to?: number | null;
}
/**
 * Give the game up. With more than two players a bot finishes for the seat.
 */
export interface Resign {
  kind: 'resign';
  version: number;
  id: string;
}
/**
 * Hand a seat to a bot for the rest of the game: one's own, or that of somebody whose connection is gone.
 */
export interface LetBotFinish {
  kind: 'let-bot-finish';
  version: number;
  id: string;
  seat: number;
}
/**
 * A preset reaction.
 */
export interface React {
  kind: 'react';
  reaction: 'again' | 'hello' | 'oops' | 'thanks' | 'thinking' | 'well-played' | 'wow';
}
/**
 * I agree to chat at this table, or no more. People write to each other once all who sit there have agreed.
 */
export interface Talk {
  kind: 'talk';
  on: boolean;
}
/**
 * Write to the others at the table; the id makes resending harmless.
 */
export interface Say {
  kind: 'say';
  text: string;
  id: string;
}
/**
 * Read the one on a seat no more, at no table, or again; they are not told.
 */
export interface Mute {
  kind: 'mute';
  seat: number;
  on: boolean;
}
/**
 * What would a move do, or with none, what would the round give as it stands? Only for the eyes of the one who asks.
 */
export interface Look {
  kind: 'look';
  version: number;
  move?: string | null;
}
/**
 * Help with the decision at hand, of a strength: where to look, what to aim at, or the moves; only at tables without another
 *     person.
 */
export interface Hint {
  kind: 'hint';
  version: number;
  strength?: 'idea' | 'move' | 'nudge';
}
/**
 * What is left, and the chances of the next deal, from what one may know.
 */
export interface Count {
  kind: 'count';
  version: number;
}
/**
 * What speaks for and against a bot's move: that of the entry with this version.
 */
export interface Explain {
  kind: 'explain';
  version: number;
}
/**
 * Be warned before a blunder from now on, or no more; where nobody else plays and no clock runs.
 */
export interface Practise {
  kind: 'practice';
  on: boolean;
}
/**
 * In practice: is a move a blunder? With none: which moves are surely not?
 */
export interface Judge {
  kind: 'judge';
  version: number;
  move?: string | null;
}
/**
 * Whether the table is before somebody's eyes, as it is until said otherwise: who looks at it is not called to their turn.
 */
export interface Attend {
  kind: 'attend';
  looking: boolean;
}
/**
 * Still there.
 */
export interface Ping {
  kind: 'ping';
}
/**
 * One entry of the table's log as this socket may know it: also the acknowledgement of one's own move.
 *
 *     `move` is null where it is a secret of its seat. `view` is the table after it as `viewer` sees it; `legal` is not empty
 *     exactly when a seat of this socket is to move.
 */
export interface Happened {
  kind: 'happened';
  version: number;
  what: 'bot-took-over' | 'closed' | 'move' | 'resigned' | 'takeback' | 'timed-out';
  seat: number;
  move: string | null;
  events: GameEvent[];
  viewer: number | null;
  view: View;
  to_move: number | null;
  legal: string[];
  back_to: number[];
  clocks: number[] | null;
  id: string | null;
  to?: number | null;
}
/**
 * An entry of the log in a snapshot: what it takes to write it down.
 */
export interface LogEntry {
  version: number;
  what: 'bot-took-over' | 'closed' | 'move' | 'resigned' | 'takeback' | 'timed-out';
  seat: number;
  move: string | null;
  events: GameEvent[];
  to?: number | null;
}
/**
 * The whole table as this socket may know it.
 */
export interface Snapshot {
  kind: 'snapshot';
  version: number;
  table: TableInfo;
  viewer: number | null;
  view: View | null;
  legal: string[];
  back_to: number[];
  clocks: number[] | null;
  log: LogEntry[];
  ending: Ending | null;
  id?: string | null;
}
/**
 * Something about the table, not about the game: who sits there, who is present, a rematch.
 */
export interface Changed {
  kind: 'changed';
  table: TableInfo;
}
/**
 * The game is over; follows the entry that ended it.
 */
export interface Ended {
  kind: 'ended';
  version: number;
  ending: Ending;
}
/**
 * Somebody reacted.
 */
export interface Reacted {
  kind: 'reacted';
  seat: number;
  reaction: 'again' | 'hello' | 'oops' | 'thanks' | 'thinking' | 'well-played' | 'wow';
}
/**
 * What somebody wrote: its place among the lines of the table, counted from 1.
 */
export interface ChatLine {
  place: number;
  seat: number;
  text: string;
  at: number;
  id?: string | null;
}
/**
 * All that was written at a table, for those who sit there; `muted` are the seats of those one does not want to read.
 */
export interface Chat {
  kind: 'chat';
  lines: ChatLine[];
  muted: number[];
}
/**
 * Somebody at the table has written something.
 */
export interface Said {
  kind: 'said';
  line: ChatLine;
}
/**
 * What would happen: the events of the move itself, then for each seat those of the tiling if the round ended there.
 *
 *     `last_round` says that the game would then be over.
 */
export interface Looked {
  kind: 'looked';
  version: number;
  move: string | null;
  events: GameEvent[];
  forecast: GameEvent[][];
  last_round: boolean;
}
/**
 * A move a bot considered.
 */
export interface Suggestion {
  move: string;
  chance: number;
  margin: number;
  visits: number;
  line: string[];
  reasons: Argument[];
}
/**
 * Something true about a move: a stable key, its parameters, and in English its text.
 */
export interface Argument {
  key:
    | 'completes'
    | 'completes_at'
    | 'completes_in_vain'
    | 'fills'
    | 'rest'
    | 'rest_gone'
    | 'scores'
    | 'row_done'
    | 'row'
    | 'tablet_row_done'
    | 'column'
    | 'column_done'
    | 'colour'
    | 'colour_done'
    | 'overflows'
    | 'splits'
    | 'floor'
    | 'breaks'
    | 'drops'
    | 'marker'
    | 'marker_late'
    | 'starting_tile'
    | 'starting_tile_late'
    | 'denies'
    | 'leaves'
    | 'leaves_many'
    | 'last_tiles'
    | 'no_space'
    | 'waits'
    | 'special'
    | 'diagonal'
    | 'diagonal_done'
    | 'outer'
    | 'corner'
    | 'corner_done'
    | 'colours'
    | 'colours_done'
    | 'jokers'
    | 'jokers_done'
    | 'specials'
    | 'plate_fits'
    | 'plate_brings'
    | 'opens'
    | 'closes'
    | 'special_row'
    | 'row_takes'
    | 'rows_take'
    | 'plate_first'
    | 'plate_diagonal'
    | 'plate_corner'
    | 'plate_outer'
    | 'plate_scores'
    | 'touches'
    | 'draws'
    | 'looks'
    | 'returns'
    | 'tops'
    | 'chip'
    | 'chip_pays'
    | 'chip_pair'
    | 'reveals'
    | 'offers'
    | 'pays'
    | 'saves'
    | 'saves_for'
    | 'passes'
    | 'then_completes'
    | 'then_loses'
    | 'next_completes'
    | 'next_loses'
    | 'tiling_in_all'
    | 'before_them'
    | 'keeps_from';
  sign: 'good' | 'bad' | 'neutral';
  text: string;
  params: {
    [key: string]: unknown;
  };
}
/**
 * Help of the strength that was asked for: a sentence, or the moves that a bot considered. Of one decision all three come
 *     from the same thought, so that each says more than the one before.
 */
export interface Hinted {
  kind: 'hinted';
  version: number;
  strength: 'idea' | 'move' | 'nudge';
  told: Told | null;
  candidates: Suggestion[];
}
/**
 * The odds of a position, counted exactly.
 */
export interface Counted {
  kind: 'counted';
  version: number;
  odds: AzulOdds | DuelOdds;
}
/**
 * The odds of a position of Azul; no deal once the game is over.
 */
export interface AzulOdds {
  game: 'azul';
  deal: DealOdds | null;
  lines: LineOdds[];
  version?: number;
  [key: string]: unknown;
}
/**
 * The next deal by kinds of tiles: what is left, what is expected, and the chances of at least 0, 1, 2, ... of a kind, dealt
 *     in all and together on one factory.
 *
 *     `restocked`: the bag does not hold enough, and lid or tower will be needed. What they hold then depends on how the round goes
 *     on; the odds are those of what they hold now.
 */
export interface DealOdds {
  tiles: number;
  bag: {
    [key: string]: number;
  };
  lid: {
    [key: string]: number;
  };
  restocked: boolean;
  expected: {
    [key: string]: number;
  };
  dealt: {
    [key: string]: number[];
  };
  together: {
    [key: string]: number[];
  };
  [key: string]: unknown;
}
/**
 * A line of one's own that lacks tiles: the chances that these are dealt together on one factory, and dealt at all.
 */
export interface LineOdds {
  line: number;
  colour: string;
  missing: number;
  together: number;
  dealt: number;
  [key: string]: unknown;
}
/**
 * The odds of a position of Azul Duel; no deal in the last round.
 */
export interface DuelOdds {
  game: 'duel';
  deal: DealOdds | null;
  lines: LineOdds[];
  chips: ChipOdds;
  plates: PlateOdds;
  version?: number;
  [key: string]: unknown;
}
/**
 * The chips that nobody has seen, by kind; how many of them lie on factories; for each colour, the chance that the next one
 *     to be turned up shows it, and that any of those on factories does.
 */
export interface ChipOdds {
  unseen: {
    [key: string]: number;
  };
  face_down: number;
  next_shows: {
    [key: string]: number;
  };
  any_shows: {
    [key: string]: number;
  };
  [key: string]: unknown;
}
/**
 * The plates whose front a seat has not seen, by their backs; the back of the next one of the pile (or its front, where the
 *     seat knows it); for each kind of space, the chance that the next plate has it.
 */
export interface PlateOdds {
  unseen: {
    [key: string]: string[];
  };
  next: string | null;
  next_shows: {
    [key: string]: number;
  };
  [key: string]: unknown;
}
/**
 * What speaks for and against the move of an entry, the most telling first; by what everybody could see before it.
 */
export interface Explained {
  kind: 'explained';
  version: number;
  reasons: Argument[];
}
/**
 * What is known before a move is made: the moves that are `fine`; or of one move what it gives away of the chance to win, and
 *     where it is a blunder what speaks against it and what a better move does. `lost` is null where it cannot be told.
 */
export interface Judged {
  kind: 'judged';
  version: number;
  move: string | null;
  fine: string[];
  chance: number | null;
  lost: number | null;
  blunder: boolean;
  reasons: Argument[];
  missed: Argument[];
}
/**
 * The bots are getting ready, as where nothing was compiled ahead: the share of it that is done, 1 when they are.
 */
export interface Preparing {
  kind: 'preparing';
  share: number;
}
/**
 * The bot to move does not think yet: it will in about `seconds`, or `again`, since a thought of it failed.
 */
export interface Waiting {
  kind: 'waiting';
  seconds: number;
  again?: boolean;
}
/**
 * Still here; the head of the log, so that a lost frame is noticed.
 */
export interface Pong {
  kind: 'pong';
  version: number;
}
/**
 * A frame was not carried out, and why. After a `stale` move and `resync` a snapshot follows; `retry_after` says in how many
 *     seconds a `busy` one may be sent again.
 */
export interface Refused {
  kind: 'refused';
  reason:
    | 'bad-frame'
    | 'busy'
    | 'illegal'
    | 'no-chat'
    | 'not-allowed'
    | 'not-stored'
    | 'not-your-turn'
    | 'resync'
    | 'stale'
    | 'strangers';
  text: string;
  id?: string | null;
  retry_after?: number | null;
}
/**
 * A game looked back at; `done` of `of` pieces of work are done, and `final` says that nothing will change any more.
 */
export interface Review {
  game: string;
  seats: string[];
  final: boolean;
  done: number;
  of: number;
  curve: CurvePoint[];
  moves: MoveJudgement[];
  accuracy: Accuracy[];
  turning_points: number[];
  summary: Told[][];
  luck: Luck | null;
  simulations: number;
  version?: number;
  [key: string]: unknown;
}
/**
 * A point of the curve: how things stand after `ply` moves, and what has just happened.
 *
 *     A move that chance follows has two points: after the move, and after what was dealt or shown.
 */
export interface CurvePoint {
  ply: number;
  kind: 'deal' | 'end' | 'gave_up' | 'move' | 'reveal' | 'start';
  seat: number | null;
  round: number;
  chance: number[];
  lead: number[];
  scores: number[];
  [key: string]: unknown;
}
/**
 * A move judged by what its player knew. `before` is with the best move, `after` with this one, before chance.
 */
export interface MoveJudgement {
  ply: number;
  round: number;
  seat: number;
  move: string;
  moves: number;
  kind: 'forced' | 'search' | 'tiling';
  judgement: 'best' | 'blunder' | 'forced' | 'good' | 'inaccuracy' | 'mistake';
  lost: number;
  lost_lead: number;
  before: Expected;
  after: Expected;
  reasons: Told[];
  better: Better | null;
  simulations: number;
  error: number;
  looks: number;
  [key: string]: unknown;
}
/**
 * What every seat may expect: its chance to win, and its lead at the end.
 */
export interface Expected {
  chance: number[];
  lead: number[];
  [key: string]: unknown;
}
/**
 * A better move, the moves expected after it (itself first), and its reasons.
 */
export interface Better {
  move: string;
  line: string[];
  reasons: Told[];
  [key: string]: unknown;
}
/**
 * How well a seat has played, from 0 to 100: in the whole game and by round, `None` where it had nothing to choose.
 */
export interface Accuracy {
  seat: number;
  value: number | null;
  rounds: (number | null)[];
  counts: {
    [key: string]: number;
  };
  lost: number;
  [key: string]: unknown;
}
/**
 * A result taken apart: start, plus luck, plus the slips of every seat, is the result, for every seat.
 *
 *     `luck` is the sum of all deals and reveals; `slips[seat]` what the moves of a seat have changed for everybody.
 */
export interface Luck {
  start: Expected;
  result: Expected;
  steps: LuckStep[];
  luck: Expected;
  slips: Expected[];
  error: number;
  version?: number;
  [key: string]: unknown;
}
/**
 * What one step has changed for every seat: a deal or reveal, or a move of a seat.
 */
export interface LuckStep {
  ply: number;
  kind: 'deal' | 'end' | 'gave_up' | 'move' | 'reveal' | 'start';
  round: number;
  seat: number | null;
  chance: number[];
  lead: number[];
  [key: string]: unknown;
}
