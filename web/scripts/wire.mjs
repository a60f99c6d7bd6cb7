// What the page has from the server: the types of the wire from its messages, events and views, and the facts of the rules.
// node scripts/wire.mjs [--check]
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';
import { format } from 'prettier';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const python = process.env.PYTHON ?? here('../../.venv/bin/python');
const told = (script) => JSON.parse(execFileSync(python, [here(script)], { encoding: 'utf8' }));
const checking = process.argv.includes('--check');

/** Write a file, or see that it is as it would be written. */
function keep(path, text) {
  if (!checking) return writeFileSync(here(`../${path}`), text);
  if (readFileSync(here(`../${path}`), 'utf8') === text) return;
  console.error(`web/${path} is not up to date: run \`npm run wire\` in web/`);
  process.exitCode = 1;
}

async function types() {
  const schema = told('schema.py');
  // Descriptions of single fields add noise, and a default does not make a field optional on the way down
  for (const part of Object.values(schema.definitions)) {
    for (const field of Object.values(part.properties ?? {})) delete field.title;
    delete part.title;
  }
  const text = await compile(schema, 'Wire', {
    bannerComment:
      '/* Made from src/tessela/server/messages, game/events.py and server/views.py by `npm run wire`; do not edit. */',
    unreachableDefinitions: true,
    format: true,
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true, printWidth: 130 },
  });
  return text
    .replace(/export interface Wire \{\}\n/, '')
    .replace(/\/\*\*\n \* This interface was referenced by [^\n]*\n \* via the `definition` [^\n]*\n \*\/\n/g, '')
    .replace(/ \*\n \* This interface was referenced by[^\n]*\n \* via the `definition` [^\n]*\n/g, '')
    .replace(/\[k: string\]:/g, '[key: string]:');
}

keep('src/lib/wire.ts', await types());
keep(
  'src/lib/rules/facts.json',
  await format(JSON.stringify(told('facts.py')), { parser: 'json', objectWrap: 'collapse', printWidth: 130 }),
);
