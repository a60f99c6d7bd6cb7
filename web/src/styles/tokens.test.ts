import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync('src/styles/tokens.css', 'utf8');
const LIGHTS = {
  day: css.split(":root[data-theme='evening']")[0]!,
  evening: css.split(":root[data-theme='evening']")[1]!,
};

function colour(light: string, name: string): number[] {
  const hex = new RegExp(`--${name}: #([0-9a-f]{6});`).exec(light)![1]!;
  return [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16));
}

/** As WCAG counts it. */
function luminance(rgb: number[]): number {
  const [r, g, b] = rgb.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(one: number[], other: number[]): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

describe.each(Object.entries(LIGHTS))('an empty space of a plate, %s', (_name, light) => {
  it.each([...'BYRKTSJ'])('has a motif that can be told from its well: %s', (letter) => {
    expect(contrast(colour(light, `mark-${letter}`), colour(light, `well-${letter}`))).toBeGreaterThanOrEqual(4);
  });

  it('has a crown that is not taken for yellow', () => {
    const [red, , blue] = colour(light, 'mark-S');
    expect(red! - blue!).toBeLessThan(60); // gold has 140 and more
    expect(colour(light, 'mark-S')).not.toEqual(colour(light, 'gold'));
  });
});
