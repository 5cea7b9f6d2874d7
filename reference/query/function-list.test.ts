import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fromRoot } from '../../spec/root.ts';
import { grokLibrary } from '../plan/patterns/grok-library.ts';
import { spanUnits } from '../plan/spans.ts';
import { pipedCommands, sourceCommands } from './commands.ts';
import { functionList } from './function-list.ts';
import { castTypes } from './operands.ts';

const description = readFileSync(fromRoot('reference/query/README.md'), 'utf8');

test('README.md lists the functions as they are defined', () => {
  // Rows are compared without the padding that the formatter adds.
  const rows = new Set(description.split('\n').map(narrow));
  const missing = functionList()
    .split('\n')
    .filter((line) => !line.startsWith('| -') && !rows.has(narrow(line)));
  assert.deepEqual(missing, []);
});

test('README.md names every command, type of cast, unit and predefined pattern', () => {
  const words = new Set(description.match(/\w+/g));
  const names = [
    ...[...sourceCommands.keys(), ...pipedCommands.keys()].map((name) => name.toUpperCase()),
    ...castTypes,
    ...spanUnits,
    ...grokLibrary.keys(),
  ];
  assert.deepEqual(
    names.filter((name) => !words.has(name)),
    [],
  );
});

function narrow(line: string): string {
  return line.replaceAll(/\s+/g, ' ').trim();
}
