// The text of the rules: paragraphs, lists and figures, bold words and links; and what a search finds in it. It knows no page.

import type { GameName } from '../games';
import facts from './facts.json';

export type Game = GameName;

/** A run of text within a paragraph. */
export interface Piece {
  text: string;
  bold?: boolean;
  /** The section it leads to. */
  link?: string;
  hit?: boolean;
}

export type Block =
  | { kind: 'text'; pieces: Piece[] }
  | { kind: 'list'; items: Piece[][] }
  | { kind: 'figures'; figures: { name: string; caption: Piece[] }[] };

const INLINE = /\*\*(.+?)\*\*|\[(.+?)\]\(#([\w-]+)\)/g;

/** A text with its numbers filled in. */
export function fill(text: string, values: Record<string, unknown>): string {
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const value = values[name];
    return value === undefined ? hole : Array.isArray(value) ? value.join(', ') : String(value);
  });
}

export const withFacts = (game: Game, text: string): string => fill(text, facts[game]);

/** Bold words and links within a text. */
export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > at) found.push({ text: text.slice(at, match.index) });
    found.push(match[1] === undefined ? { text: match[2]!, link: match[3]! } : { text: match[1], bold: true });
    at = match.index + match[0].length;
  }
  if (at < text.length) found.push({ text: text.slice(at) });
  return found;
}

/** The blocks of a section: `- ` begins an item of a list, `@name ` a figure with its caption. */
export function blocks(lines: readonly string[]): Block[] {
  const made: Block[] = [];
  for (const line of lines) {
    const last = made.at(-1);
    const figure = /^@([\w:-]+) (.*)$/.exec(line);
    if (figure) {
      const one = { name: figure[1]!, caption: pieces(figure[2]!) };
      if (last?.kind === 'figures') last.figures.push(one);
      else made.push({ kind: 'figures', figures: [one] });
    } else if (line.startsWith('- ')) {
      if (last?.kind === 'list') last.items.push(pieces(line.slice(2)));
      else made.push({ kind: 'list', items: [pieces(line.slice(2))] });
    } else made.push({ kind: 'text', pieces: pieces(line) });
  }
  return made;
}

/** Letters without case, accents and curls, each in its place, so that positions stay true. */
export const plain = (text: string): string =>
  [...text.replaceAll('’', "'")]
    .map((letter) => (letter.normalize('NFD')[0] ?? letter).toLowerCase().slice(0, letter.length).padEnd(letter.length))
    .join('');

export const termsOf = (query: string): string[] =>
  plain(query)
    .split(/\s+/)
    .filter((term) => term.length > 1);

const bare = (line: string): string =>
  line.replace(/^(?:- |@[\w:-]+ )/, '').replace(INLINE, (_, bold?: string, link?: string) => bold ?? link ?? '');

/** Whether a section has every term somewhere. */
export function matches(lines: readonly string[], terms: readonly string[]): boolean {
  const text = plain(lines.map(bare).join('\n'));
  return terms.every((term) => text.includes(term));
}

/** Pieces cut at the terms, those that are hits marked. */
export function marked(run: Piece[], terms: readonly string[]): Piece[] {
  if (terms.length === 0) return run;
  return run.flatMap((piece) => {
    const text = plain(piece.text);
    const parts: Piece[] = [];
    let at = 0;
    while (at < text.length) {
      let [next, length] = [text.length, 0];
      for (const term of terms) {
        const found = text.indexOf(term, at);
        if (found >= 0 && (found < next || (found === next && term.length > length)))
          [next, length] = [found, term.length];
      }
      if (next > at) parts.push({ ...piece, text: piece.text.slice(at, next) });
      if (length) parts.push({ ...piece, text: piece.text.slice(next, next + length), hit: true });
      at = next + Math.max(length, 1);
    }
    return parts;
  });
}
