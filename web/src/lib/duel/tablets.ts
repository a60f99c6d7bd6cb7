// What is printed on the tablets.

import facts from '../rules/facts.json';

/** The points of a tablet, as it is told on the tablet itself: `3`, `3/8`, `−3`. */
export const WORTH: Record<string, string> = Object.fromEntries(
  Object.entries(facts.duel.worth).map(([tablet, points]) => [tablet, points.join('/').replace('-', '−')]),
);
