import { expect, it } from 'vitest';
import { othersOf, seatBySeat, wishOf, type SeatChoice } from './seats';

const choice: SeatChoice = { against: 'bot', level: 'mason', players: 4, each: false, seats: ['open', 'oracle'] };

it('seats others who are all alike', () => {
  expect(othersOf(choice)).toEqual(['mason', 'mason', 'mason']);
  expect(othersOf({ ...choice, against: 'here', players: 3 })).toEqual(['here', 'here']);
});

it('seats the others one by one, and as all would be where nothing was chosen', () => {
  expect(othersOf({ ...choice, each: true })).toEqual(['open', 'oracle', 'mason']);
  expect(seatBySeat({ ...choice, players: 3 })).toEqual(['open', 'oracle']);
});

it('has one simple choice where there is one other', () => {
  expect(othersOf({ ...choice, each: true, players: 2 })).toEqual(['mason']);
});

it('asks the server for what was chosen', () => {
  expect(['open', 'here', 'oracle'].map(wishOf)).toEqual([{ who: 'open' }, { who: 'here' }, { who: 'bot', level: 'oracle' }]);
});
