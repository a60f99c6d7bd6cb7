import { beforeEach, expect, it } from 'vitest';
import { forget, newSalt, note, noted } from './fair';

beforeEach(() => localStorage.clear());

it('makes salts that are never the same', () => {
  const salts = Array.from({ length: 50 }, newSalt);
  for (const salt of salts) expect(salt).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(salts).size).toBe(50);
});

it('keeps the newest promises', () => {
  for (let game = 0; game < 150; game++) note(`t${game}`, { promise: `p${game}`, salt: 's' });
  note('t149', { promise: 'again', salt: 's' });
  expect(noted('t149')).toEqual({ promise: 'again', salt: 's' });
  expect(noted('t60')).toEqual({ promise: 'p60', salt: 's' });
  expect(noted('t10')).toBeNull();
  forget('t60');
  expect(noted('t60')).toBeNull();
  expect(noted('t61')).not.toBeNull();
});

it('does without what it cannot read', () => {
  localStorage.setItem('tessela.promises', '{nonsense');
  expect(noted('t')).toBeNull();
  localStorage.setItem('tessela.promises', '5');
  expect(noted('t')).toBeNull();
});
