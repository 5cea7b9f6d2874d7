import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fromRoot } from '../../spec/root.ts';
import { aggregateDefinitions } from '../plan/aggregates/aggregate-definitions.ts';
import type { Described } from '../plan/functions/define.ts';
import { functionDefinitions } from '../plan/functions/resolve-call.ts';
import { spanUnits } from '../plan/spans.ts';
import { pipedCommands, sourceCommands } from './commands.ts';
import { castTypes } from './operands.ts';

const description = readFileSync(fromRoot('reference/query/README.md'), 'utf8');

test('README.md lists the functions as they are defined', () => {
  // Rows are compared without the padding that the formatter adds.
  const rows = new Set(description.split('\n').map(narrow));
  const missing = [...aggregateDefinitions, ...functionDefinitions]
    .map(rowOf)
    .filter((row) => !rows.has(narrow(row)));
  assert.deepEqual(missing, []);
});

test('README.md names every command, type of cast and unit', () => {
  const words = new Set(description.match(/\w+/g));
  const names = [
    ...[...sourceCommands.keys(), ...pipedCommands.keys()].map((name) => name.toUpperCase()),
    ...castTypes,
    ...spanUnits,
  ];
  assert.deepEqual(
    names.filter((name) => !words.has(name)),
    [],
  );
});

function narrow(line: string): string {
  return line.replaceAll(/\s+/g, ' ').trim();
}

/** Returns the row of a function, as README.md has it. */
function rowOf({ signature, aliases = [], description: text }: Described): string {
  const also =
    aliases.length === 0 ? '' : ` Also ${aliases.map((name) => `\`${name}\``).join(', ')}.`;
  return `| \`${escape(signature)}\` | ${escape(text)}${also} |`;
}

function escape(text: string): string {
  return text.replaceAll('|', String.raw`\|`);
}
