// What the rules say of the places and decisions of Azul Duel, and what broken tiles cost.

import facts from '../rules/facts.json';
import type { RulesParts } from '../rules/where';
import type { DuelView } from '../wire';

const places: RulesParts['places'] = [
  [/^rules\/(.+)$/, '$1'],
  [/^factory\/L\/marker$|^s\d\/marker$/, 'start'],
  [/^factory\/\w\/sun/, 'sun'],
  [/^factory\/L\/moon/, 'moon'],
  [/^factory\/\w\/moon/, 'stacks'],
  [/^factory\/\w\/chip/, 'chips'],
  [/^factory/, 'actions'],
  [/^(display|s\d\/space|s\d\/hand|s\d\/token)/, 'plates'],
  [/^pile/, 'pile'],
  [/^(bag|tower)/, 'refill'],
  [/^s\d\/line/, 'lines'],
  [/^s\d\/(dome|score)/, 'scoring'],
  [/^s\d\/broken/, 'broken'],
  [/^s\d\/chips/, 'payment'],
  [/^s\d/, 'overview'],
];

export const rules: RulesParts<DuelView> = {
  places,
  phases: {
    setup: 'plates',
    acquire: 'actions',
    stack: 'stacks',
    draw: 'pile',
    keep: 'pile',
    return: 'pile',
    place: 'plates',
    pay: 'payment',
    space: 'tiling',
    over: 'end',
  },
  costs: facts.duel.brokenCosts,
  markerCost: facts.duel.startCost,
};
