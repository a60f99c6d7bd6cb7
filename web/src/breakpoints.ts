// Every measure at which the layout changes, by name: `@media (--phone)` in styles, MEDIA.phone in scripts. The names stand
// for whole conditions and can be listed, `@media (--short), (--side)`; vite.config.ts writes them out. Pixels stand for those
// at letters of 16: who enlarges letters alone gets the layout of a page that is as much smaller.

const PIXELS = {
  desk: '(min-width: 900px) and (min-height: 481px)',
  /** Whatever is no desk, upright or on its side. */
  phone: '(max-width: 899px), (max-height: 480px)',
  upright: '(max-width: 899px) and (min-height: 481px)',
  side: '(max-height: 480px) and (orientation: landscape) and (min-width: 560px)',
  /** A phone upright that is not high, and one on its side that is not wide. */
  short: '(max-width: 899px) and (min-height: 481px) and (max-height: 780px)',
  slight: '(max-height: 480px) and (min-width: 560px) and (max-width: 740px)',
  /** A desk at 400 %: neither height nor width, or less width than any phone, so that one scrolls. */
  zoomed: '(max-height: 480px) and (max-width: 559px), (max-width: 339px)',
  /** A phone, in whatever way it is held, but no tablet. */
  pocket: '(max-width: 699px), (max-width: 899px) and (max-height: 1099px), (max-height: 480px)',
  /** A tablet upright: what a phone has one below the other, with pieces as large as there is room for. */
  tablet: '(min-width: 700px) and (max-width: 899px) and (min-height: 1100px)',
  /** One column, whatever the height. */
  narrow: '(max-width: 899px)',
  small: '(max-width: 640px)',
  tiny: '(max-width: 640px) and (max-height: 740px)',
  column: '(max-width: 899px) and (orientation: portrait), (max-width: 640px)',
  /** One column with room for a board and a table below it. */
  tall: '(max-width: 899px) and (min-height: 800px) and (orientation: portrait)',
  middling: '(min-width: 641px) and (max-width: 899px)',
  compact: '(max-width: 1023px)',
  /** Desks with less room than most, and with more. */
  low: '(min-width: 900px) and (max-height: 719px)',
  tight: '(min-width: 900px) and (max-width: 1180px) and (min-height: 481px)',
  slim: '(min-width: 900px) and (max-width: 1099px)',
  roomy: '(min-width: 1600px) and (min-height: 800px)',
  wide: '(min-width: 1600px) and (min-height: 481px)',
  big: '(min-width: 1600px) and (min-height: 900px)',
  huge: '(min-width: 2400px) and (min-height: 1300px)',
  /** Room for two boards and the table between them, one half turned; and with more width than height. */
  facing: '(min-width: 740px) and (min-height: 640px)',
  across: '(min-width: 740px) and (min-height: 640px) and (orientation: landscape)',
  /** Fingers. */
  touch: '(pointer: coarse)',
  /** Colours of the system in place of ours. */
  forced: '(forced-colors: active)',
} as const;

export const MEDIA = Object.fromEntries(
  Object.entries(PIXELS).map(([name, at]) => [name, at.replace(/(\d+)px/g, (_, px: string) => `${Number(px) / 16}em`)]),
) as Record<keyof typeof PIXELS, string>;

/** A condition with its names written out. */
export function written(condition: string): string {
  return condition.replace(/\(--([\w-]+)\)/g, (whole, name: string) => {
    if (!(name in MEDIA)) throw new Error(`no breakpoint ${whole}: there are ${Object.keys(MEDIA).join(', ')}`);
    return MEDIA[name as keyof typeof MEDIA];
  });
}
