import { render, screen, waitFor } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api, Refusal } from '../api';
import { dealsOf, luckOf } from '../replay/luck';
import type { Luck, Review } from '../wire';
import { words } from '../words.svelte';
import LuckCard from './LuckCard.svelte';

const each = (chance: number[]) => ({ chance, lead: chance.map((c) => 10 * c) });
const DEALS = [0.031, -0.156]; // seat 0
const luck: Luck = {
  version: 1,
  start: each([0.5, 0.5]),
  result: each([0, 1]),
  luck: each([-0.125, 0.125]),
  slips: [each([-0.6, 0.6]), each([0.225, -0.225])],
  error: 0.02,
  steps: DEALS.map((chance, i) => ({
    ply: 10 * i,
    kind: 'deal',
    round: i + 1,
    seat: null,
    ...each([chance, -chance]),
  })),
};
const accuracy = [66.6, 91.2].map((value, seat) => ({ seat, value, rounds: [], counts: {}, lost: 0 }));
const told = [[{ key: 'unlucky', params: { lost: 13 }, text: '', sign: 'bad' }], []];
const review = (part: Partial<Review>): Review =>
  ({ game: 'azul', final: false, done: 10, of: 40, moves: [], curve: [], accuracy: [], summary: [], luck: null, ...part }) as Review; // prettier-ignore
const whole = review({ final: true, done: 40, luck, accuracy, summary: told } as Partial<Review>);
const name = (seat: number) => ['You', 'Mason'][seat]!;
const shown = () => render(LuckCard, { game: 'abc', seat: 0, you: 0, order: [0, 1], name, nameOf: name });

beforeEach(async () => {
  vi.restoreAllMocks();
  await words.also('coach');
  await words.speak('en');
});

describe('the card at the end of a game', () => {
  it('says how far the coach is, then luck in chance and points, and accuracy', async () => {
    let finish = (_: Review): void => undefined;
    vi.spyOn(api, 'review')
      .mockResolvedValueOnce(review({}))
      .mockReturnValueOnce(new Promise((resolve) => (finish = resolve)));
    shown();
    expect(await screen.findByText('Reviewing every move: 25%', { selector: '[role=status]' })).toBeTruthy();
    finish(whole);
    const table = await screen.findByRole('table');
    const rows = [...table.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].map((cell) => cell.textContent?.trim()),
    );
    expect(rows).toEqual([
      ['−13%', '+13%'],
      ['−1.3', '+1.3'],
      ['67%', '91%'],
    ]);
    expect(screen.getByText('The deals cost you 13%.')).toBeTruthy();
  });

  it('can be asked again where the server could not answer', async () => {
    const asked = vi.spyOn(api, 'review').mockRejectedValueOnce(new Refusal(500, 'trouble', ''));
    shown();
    asked.mockResolvedValue(whole);
    await waitFor(() => expect(screen.getByRole('alert')).toBeTruthy());
    screen.getByRole('button', { name: 'Review the game' }).click();
    expect(await screen.findByRole('table')).toBeTruthy();
  });
});

describe('luck side by side', () => {
  it('is as much for one as it is against the other, and its deals add up to it', () => {
    for (const seat of [0, 1]) {
      const total = luckOf(luck, seat);
      expect(total).toBe(seat ? 13 : -13);
      expect(dealsOf(luck, seat, total).reduce((sum, { percent }) => sum + percent, 0)).toBe(total);
    }
  });
});
