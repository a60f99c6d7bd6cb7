// A finished game drawn again in this browser from its proof (docs/chance.md): what was promised, what each seat added, and whether
// everything that chance decided follows from both. The rules are the same kernels as everywhere, in WebAssembly.

import type { Engine, State } from '../engine/engine';
import type { EngineOf } from '../engine/load';
import type { Noted } from '../fair';
import { azulRules } from './azul';
import { bitsOf, mixed, promiseOf, saltOf, seatOrder } from './digests';
import { duelRules } from './duel';
import type { Json, Rules } from './rules';
import { ProofError } from './tiles';

/** What is checked, in the order in which it is. */
export type Subject =
  | 'promise' // the key is the one whose hash was promised
  | 'noted' // that hash is the one this browser noted before the first deal
  | 'salt' // what this browser added is among the salts
  | 'seats' // who sits where, where that was drawn
  | 'tablets'
  | 'start' // who starts
  | 'plates' // the order of the plates
  | 'moves' // the moves are possible, those that are shown here, and lead to the result
  | 'deals';

/** What was found. `deal` is the first one that does not follow, counted from 1. */
export interface Found {
  /** What was checked and is right. */
  right: Subject[];
  /** The first thing that is wrong; none if all is right. */
  wrong: Subject | null;
  deal: number | null;
  deals: number;
  /** How many seats added bytes of their own; the salts of the others follow from the promised key, and nobody could choose them. */
  added: number;
  /** It went on from a position: what was before is not in its proof. */
  fromPosition: boolean;
}

/** Beside the record: what else is known here. */
export interface Known {
  noted: Noted | null;
  /** The moves that the page shows. */
  moves?: readonly string[] | undefined;
}

const KEYS = ['version', 'promise', 'key', 'salts', 'options', 'order'];
const RULES = { azul: azulRules, duel: duelRules } as const;

class Wrong extends Error {
  constructor(
    readonly subject: Subject,
    readonly deal: number | null = null,
  ) {
    super(subject);
  }
}

/** Check a record with a proof. */
export async function check(record: Json, { noted, moves }: Known, engines: EngineOf): Promise<Found> {
  const { game } = record;
  if (game !== 'azul' && game !== 'duel') throw new ProofError('there is no such game');
  const engine = await engines(game);
  const found: Found = { right: [], wrong: null, deal: null, deals: 0, added: 0, fromPosition: 'position' in record };
  const told = (record.chance as { deals: unknown[] } | undefined)?.deals;
  try {
    found.deals = array(told, 'deals').length;
    const proof = readProof(record);
    const holds = (subject: Subject, right: boolean): void => {
      if (!right) throw new Wrong(subject);
      found.right.push(subject);
    };
    holds('promise', promiseOf(proof.key) === proof.promise);
    if (noted) {
      holds('noted', noted.promise === proof.promise);
      holds('salt', proof.salts.includes(noted.salt));
    }
    const key = mixed(proof.key, proof.salts);
    found.added = proof.salts.filter((salt, seat) => salt !== saltOf(proof.key, seat)).length;
    if (proof.order) holds('seats', same(proof.order, seatOrder(key, proof.salts.length)));
    if (moves && !same(moves, record.moves)) throw new Wrong('moves');
    new Course(engine, RULES[game] as Rules<Engine>, record, key).check(proof, found);
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error;
    const wrong = error instanceof Wrong ? error : new Wrong('moves');
    Object.assign(found, { wrong: wrong.subject, deal: wrong.deal });
  }
  return found;
}

interface Proof {
  promise: string;
  key: string;
  salts: string[];
  options: Json;
  order: number[] | null;
  history: unknown[] | null;
}

function readProof(record: Json): Proof {
  const proof = record.proof as Json;
  const names = Object.keys(proof).filter((name) => name !== 'history');
  const right = KEYS.every((name) => names.includes(name)) && names.length === KEYS.length && proof.version === 2;
  const { salts } = proof;
  const texts = Array.isArray(salts) && salts.every((salt) => isHex(salt, 16));
  const seats = array(record.seats, 'promise').length;
  if (!right || !texts || salts.length !== seats || !isHex(proof.key, 32) || !isHex(proof.promise, 32))
    throw new Wrong('promise');
  const history = 'history' in proof ? array(proof.history, 'moves') : null;
  return { ...(proof as unknown as Proof), history };
}

const isHex = (text: unknown, bytes: number): text is string =>
  typeof text === 'string' && text.length === 2 * bytes && /^[0-9a-f]+$/.test(text);

function array(value: unknown, subject: Subject): unknown[] {
  if (!Array.isArray(value)) throw new Wrong(subject);
  return value;
}

/** Whether two JSON values are the same; the order of keys does not matter. */
function same(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return one === other;
  const keys = Object.keys(one);
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === Object.keys(other).length &&
    keys.every((key) => same((one as Json)[key], (other as Json)[key]))
  );
}

/** The game as it is drawn and played again, with all that was taken back. */
class Course {
  #state!: State;
  #deals: Json[] = [];
  #moves: { move: string; before: State; deals: number }[] = [];
  readonly #seen = new Map<number, Json[]>();

  constructor(
    private readonly engine: Engine,
    private readonly rules: Rules<Engine>,
    private readonly record: Json,
    private readonly key: Uint8Array,
  ) {}

  check(proof: Proof, found: Found): void {
    this.#begin(proof, found);
    this.#compare();
    for (const step of proof.history ?? array(this.record.moves, 'moves')) {
      if (typeof step === 'number') this.#takeBack(step);
      else this.#play(step);
      if (!proof.history) this.#compare();
    }
    this.#compare();
    if (this.#told().length !== this.#deals.length) throw new Wrong('deals', this.#deals.length + 1);
    const moves = this.#moves.map(({ move }) => move);
    if (!same(moves, this.record.moves) || !this.#endsAsTold()) throw new Wrong('moves');
    found.right.push('deals', 'moves');
  }

  #begin(proof: Proof, found: Found): void {
    const { chance, options } = this.record;
    if (Object.keys(proof.options).some((name) => !this.rules.options.includes(name))) throw new Wrong('start');
    if ('position' in this.record) {
      const [state, whole] = this.rules.laid(this.engine, this.record.position as Json);
      if (!same(options, whole)) throw new Wrong('start');
      return this.#set(state);
    }
    const [bits, choosing] = ['set-up', 'tablets'].map((event) => bitsOf(this.key, event));
    const [state, whole] = this.rules.begun(this.engine, proof.options, bits!, choosing!);
    const wish = proof.options.tablets;
    if (!same(options, whole)) throw new Wrong('tablets');
    if (wish !== undefined && !Array.isArray(wish)) found.right.push('tablets');
    for (const [name, drawn] of Object.entries(this.rules.setUpOf(state))) {
      const subject = name === 'pile' ? 'plates' : 'start';
      if (!same(drawn, (chance as Json)[name])) throw new Wrong(subject);
      found.right.push(subject);
    }
    this.#set(state);
  }

  #play(move: unknown): void {
    const before = this.#state;
    const action = this.engine.legal(before).find((one) => this.rules.textOf(before, one) === move);
    if (action === undefined) throw new Wrong('moves');
    this.#moves.push({ move: move as string, before, deals: this.#deals.length });
    this.#set(this.engine.apply(before, action));
  }

  #takeBack(number: number): void {
    if (!Number.isInteger(number) || number < 0 || number > this.#moves.length) throw new Wrong('moves');
    for (let i = 0; i < number; i++) {
      const { before, deals } = this.#moves.pop()!;
      this.#state = before;
      this.#deals.length = deals;
    }
  }

  /** The position after a move, and after the deal that follows where one does: what was seen stays dealt. */
  #set(state: State): void {
    this.#state = state;
    if (!this.engine.needsDeal(state)) return;
    const number = this.#deals.length + 1;
    const seeded = this.engine.reseed(state, bitsOf(this.key, `deal ${number}`));
    this.#state = this.engine.deal(seeded, this.#seenDeal(seeded, number));
    const deal = this.rules.dealOf(this.#state);
    this.#deals.push(deal);
    const seen = this.#seen.get(number) ?? [];
    if (!seen.some((one) => same(one, deal))) this.#seen.set(number, [...seen, deal]);
  }

  /** The first of the deals seen under a number that the bag allows; nothing if it allows none. */
  #seenDeal(state: State, number: number): number[] {
    for (const deal of this.#seen.get(number) ?? []) {
      try {
        return this.rules.given(state, deal);
      } catch (error) {
        if (!(error instanceof ProofError)) throw error;
      }
    }
    return [];
  }

  #told(): unknown[] {
    return (this.record.chance as { deals: unknown[] }).deals;
  }

  #compare(): void {
    const told = this.#told();
    const wrong = this.#deals.findIndex((deal, i) => !same(deal, told[i]));
    if (wrong >= 0) throw new Wrong('deals', wrong + 1);
  }

  /** The points at the end; where somebody gave up there are none. */
  #endsAsTold(): boolean {
    const { result } = this.record;
    if (!this.engine.isOver(this.#state)) return result === null;
    return same((result as Json | null)?.scores, this.engine.scores(this.#state));
  }
}
