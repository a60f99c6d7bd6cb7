// The types of the wire, from the server's messages: node scripts/wire.mjs [--check]
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const python = process.env.PYTHON ?? here('../../.venv/bin/python');
const schema = JSON.parse(execFileSync(python, [here('schema.py')], { encoding: 'utf8' }));

// Descriptions of single fields add noise, and a default does not make a field optional on the way down
for (const part of Object.values(schema.definitions)) {
  for (const field of Object.values(part.properties ?? {})) delete field.title;
  delete part.title;
}
const text = await compile(schema, 'Wire', {
  bannerComment: '/* Made from src/tessela/server/messages.py and game/events.py by `npm run wire`; do not edit. */',
  unreachableDefinitions: true,
  format: true,
  ignoreMinAndMaxItems: true,
  style: { singleQuote: true, printWidth: 130 },
});
const clean = text
  .replace(/export interface Wire \{\}\n/, '')
  .replace(/\/\*\*\n \* This interface was referenced by [^\n]*\n \* via the `definition` [^\n]*\n \*\/\n/g, '')
  .replace(/ \*\n \* This interface was referenced by[^\n]*\n \* via the `definition` [^\n]*\n/g, '')
  .replace(/\[k: string\]: unknown;/g, '[key: string]: unknown;');
const target = here('../src/lib/wire.ts');
if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== clean) {
    console.error('web/src/lib/wire.ts is not up to date: run `npm run wire` in web/');
    process.exit(1);
  }
} else {
  writeFileSync(target, clean);
}
