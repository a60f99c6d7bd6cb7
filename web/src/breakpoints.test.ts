import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { written } from './breakpoints';

const styles = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => /\.(svelte|css)$/.test(path));
const conditions = styles.flatMap((path) =>
  [...readFileSync(`src/${path}`, 'utf8').matchAll(/@media ([^{]+)\{/g)].map((found) => `${path}: ${found[1]!.trim()}`),
);

it('writes names out, and knows no others', () => {
  expect(written('(--touch), print')).toBe('(pointer: coarse), print');
  expect(written('(--small)')).toBe('(max-width: 40em)'); // 640 pixels, or as many more as letters are larger
  expect(() => written('(--fridge)')).toThrow('no breakpoint (--fridge)');
});

it('is the one place where a measure of the layout stands', () => {
  expect(conditions.length).toBeGreaterThan(60);
  expect(conditions.filter((condition) => /\(\w/.test(condition.split(': ').slice(1).join(': ')))).toEqual([]);
  for (const condition of conditions) expect(() => written(condition)).not.toThrow();
});
