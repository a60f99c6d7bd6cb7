import { execFileSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse as parseAzul, type Move as AzulMove } from './azul/choice';
import { moveName } from './azul/say';
import { asked, choiceOf, parse as parseDuel, type Move as DuelMove } from './duel/choice';
import { words } from './words.svelte';

let texts: { azul: string[]; duel: string[] } = { azul: [], duel: [] };

beforeAll(async () => {
  await words.speak('en');
  const python = process.env.PYTHON ?? '../.venv/bin/python';
  texts = JSON.parse(execFileSync(python, ['scripts/notation.py'], { encoding: 'utf8' })) as typeof texts;
});

function azulText(move: AzulMove): string {
  if (move.kind === 'take') return `${move.source}${move.tiles}>${move.to}`;
  return move.kind === 'drop' ? `drop ${move.jokers}J` : `col ${move.column}`;
}

function duelText(move: DuelMove): string {
  switch (move.kind) {
    case 'take':
      return `${move.source}${move.colour}>${move.to}`;
    case 'stack':
      return `stack ${move.tiles}`;
    case 'plate':
    case 'keep':
    case 'back':
      return `${move.kind} ${move.plate}`;
    case 'place':
      return `${move.space}@${move.turn}`;
    case 'chip':
      return `chip ${move.factory}`;
    case 'pay':
      return `pay ${move.chip}`;
    case 'column':
      return `col ${move.column}`;
    default:
      return move.kind;
  }
}

describe('every move that the rules can write', () => {
  it('of Azul is read, and written again', () => {
    expect(texts.azul).toContain('drop 10J');
    expect(texts.azul.map((text) => azulText(parseAzul(text)))).toEqual(texts.azul);
  });

  it('of Azul has words', () => {
    for (const text of texts.azul) expect(moveName(text)).not.toBe('');
  });

  it('of Azul Duel is read, and written again', () => {
    expect(texts.duel.length).toBeGreaterThan(400);
    expect(texts.duel.map((text) => duelText(parseDuel(text)))).toEqual(texts.duel);
  });

  it('of Azul Duel asks for something, and can be shown before it is made', () => {
    for (const text of texts.duel) {
      expect(asked([text])).not.toBe('none');
      expect(choiceOf(text, text.replace('stack ', ''))).toBeTruthy();
    }
  });
});
