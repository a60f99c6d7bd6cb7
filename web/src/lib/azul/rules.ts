// What the rules say of the places and decisions of Azul, and what its floor costs.

import facts from '../rules/facts.json';
import type { RulesParts } from '../rules/where';
import type { AzulView } from '../wire';

const places: RulesParts['places'] = [
  [/^rules\/(.+)$/, '$1'],
  [/^centre\/marker$/, 'centre'],
  [/^(factory|centre)/, 'offer'],
  [/^s\d\/line/, 'lines'],
  [/^s\d\/wall/, 'scoring'],
  [/^s\d\/floor/, 'floor'],
  [/^s\d\/score/, 'scoring'],
  [/^hand/, 'jokers'],
  [/^(bag|lid)/, 'refill'],
  [/^s\d/, 'overview'],
];

export const rules: RulesParts<AzulView> = {
  places,
  phases: {
    offer: 'offer',
    drop: 'jokers',
    space: ({ wall }) => (wall === 'coloured' ? 'jokers' : 'grey'),
    over: 'end',
  },
  costs: facts.azul.floorCosts,
};
