import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFeatures } from './cucumber.ts';
import type { Pickle } from './cucumber-messages.ts';
import { ledgerOf, ownSuite } from './suite.ts';

const suite = ownSuite();
const ledger = ledgerOf(suite);

/** A scenario that uses a function of the query language has called it under `Given`, where a failure is no verdict. */
test('a function that the specification does not show is a precondition', async () => {
  const unsure: string[] = [];
  await parseFeatures(suite, ({ pickle }) => {
    if (pickle === undefined || !judges(pickle)) return;
    const known = new Set(functionsIn(pickle, ['Context']));
    const stray = functionsIn(pickle, ['Action', 'Outcome']).filter((name) => !known.has(name));
    if (stray.length > 0) unsure.push(`${pickle.uri}: ${pickle.name}: ${stray.join()}`);
  });
  assert.deepEqual(unsure, []);
});

function judges({ uri, tags }: Pickle): boolean {
  const isSilent = tags.some(({ name }) => ledger.byId.get(name.slice(1))?.level === 'SILENT');
  return /\/(?:query(?:-parameters|-filter|-formats)?|async-query|sql)\//.test(uri) && !isSilent;
}

/** The functions that the steps of these kinds call in the text of a query. */
function functionsIn({ steps }: Pickle, kinds: readonly string[]): readonly string[] {
  return steps
    .filter(({ type }) => type !== undefined && kinds.includes(type))
    .flatMap(({ argument }) => argument?.docString?.content.match(/\b[A-Z_]+(?=\()/g) ?? []);
}
