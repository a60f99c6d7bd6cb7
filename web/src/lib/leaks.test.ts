// No text of the page stands in its code: each comes from the words of a language. And none of these stands there for nothing.
import { readFileSync, readdirSync } from 'node:fs';
import { parse } from 'svelte/compiler';
import { expect, it } from 'vitest';

const FOLDER = 'src';
const NAMES = /Tessela/g; // the same in every language
const READ_ALOUD = [
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'title',
  'alt',
  'placeholder',
];
const WORD = /\p{L}{2,}/u;

interface Node {
  type?: string;
  name?: string;
  data?: string;
  [key: string]: unknown;
}

/** Texts between the tags of a component, and in attributes that are read aloud. */
function literals(node: Node): string[] {
  if (node.type === 'StyleDirective' || (node.type === 'Attribute' && !READ_ALOUD.includes(node.name ?? ''))) return [];
  const own = node.type === 'Text' && WORD.test((node.data ?? '').replace(NAMES, '')) ? [node.data!.trim()] : [];
  const inner = Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]) as unknown[]);
  return [...own, ...inner.flatMap((one) => (isNode(one) ? literals(one) : []))];
}
const isNode = (value: unknown): value is Node => value !== null && typeof value === 'object' && 'type' in value;
const textsOf = (component: string): string[] =>
  literals(parse(component, { modern: true }).fragment as unknown as Node);

it('finds texts that stand in a component', () => {
  const component =
    '<p class="note" aria-label="Close it">{name} wins · Tessela</p><b title={x} style:left="{1}px">Tessela</b>';
  expect(textsOf(component)).toEqual(['Close it', 'wins · Tessela']);
});

it('finds none in those of the page', () => {
  const components = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.svelte'),
  );
  const told = components.flatMap((name) =>
    textsOf(readFileSync(`${FOLDER}/${name}`, 'utf8')).map((text) => `${name}: ${text}`),
  );
  expect(components.length).toBeGreaterThan(100);
  expect(told).toEqual([]);
});

/** What asks for texts: whole keys, and patterns for those that are made from data. */
function askers(sources: string[]): { whole: Set<string>; made: RegExp[] } {
  const code = sources.join('\n');
  const quoted = [...code.matchAll(/(?:'|catalogue\.)([\w.-]+)/g)].map(([, key]) => key!);
  const templates = [...code.matchAll(/`([a-z][\w-]*\.(?:[\w.-]|\$\{(?:[^{}`]|\{[^{}]*\})*\})*)`/g)].map(
    ([, text]) => text!,
  );
  const pattern = (text: string) =>
    text.split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/).map((part) => part.replaceAll('.', '\\.'));
  return { whole: new Set(quoted), made: templates.map((text) => new RegExp(`^${pattern(text).join('[\\w.-]+')}$`)) };
}

it('asks for every text that there is', () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((name) => /\.(svelte|ts)$/.test(name) && !/\.test\.ts$|\/made\//.test(name));
  const { whole, made } = askers(sources.map((name) => readFileSync(`${FOLDER}/${name}`, 'utf8')));
  const unasked = (key: string) => !whole.has(key) && !made.some((pattern) => pattern.test(key));
  const keys = files
    .filter((name) => /^lib\/words\/(\w+\/)?en\.json$/.test(name))
    .flatMap((name) => Object.keys(JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8')) as object))
    .map((key) => key.replace(/\.(one|other)$/, ''));
  expect(keys.length).toBeGreaterThan(500);
  expect(unasked('home.nobody-asks') && unasked('nothing') && !unasked('problem.full') && !unasked('round')).toBe(true);
  expect(keys.filter(unasked)).toEqual([]);
});
