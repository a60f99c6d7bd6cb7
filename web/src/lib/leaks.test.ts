// No text of the page stands in its code: each comes from the words of a language.
import { readFileSync, readdirSync } from 'node:fs';
import { parse } from 'svelte/compiler';
import { expect, it } from 'vitest';

const FOLDER = 'src';
const NAMES = ['Tessela']; // the same in every language
const READ_ALOUD = ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'title', 'alt', 'placeholder'];
const WORD = /\p{L}{2,}/u;

interface Node {
  type?: string;
  name?: string;
  data?: string;
  [key: string]: unknown;
}

/** Texts between the tags of a component, and in attributes that are read aloud. */
function literals(node: Node, found: string[] = []): string[] {
  if (node.type === 'Attribute' && !READ_ALOUD.includes(node.name ?? '')) return found;
  if (node.type === 'Text' && WORD.test(node.data ?? '')) found.push(node.data!.trim());
  for (const inner of Object.values(node)) {
    for (const one of Array.isArray(inner) ? inner : [inner])
      if (one !== null && typeof one === 'object' && 'type' in one) literals(one as Node, found);
  }
  return found;
}

it.each(readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.svelte')))(
  '%s has no text of its own',
  (name) => {
    const { fragment } = parse(readFileSync(`${FOLDER}/${name}`, 'utf8'), { modern: true });
    expect(literals(fragment as unknown as Node).filter((text) => !NAMES.includes(text))).toEqual([]);
  },
);
