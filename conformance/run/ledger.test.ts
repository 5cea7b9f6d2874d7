import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { chapters, type Clause } from '../../spec/clauses.ts';
import { fromRoot } from '../../spec/root.ts';
import { collectScenarios } from './collect-scenarios.ts';
import { ledgerOf, ownSuite } from './suite.ts';

const suite = ownSuite();
const ledger = ledgerOf(suite);
const scenarios = await collectScenarios(suite, ledger);
const observable = ledger.clauses.filter((clause) => clause.excluded === undefined);

test('every clause that can be observed is judged by a scenario', () => {
  const judged = new Set(scenarios.flatMap((scenario) => scenario.clauses));
  assert.deepEqual(idsOf(observable.filter((clause) => !judged.has(clause.id))), []);
});

test('every scenario judges a clause, and none that is excluded or still to come', () => {
  const without = scenarios.filter((scenario) => scenario.clauses.length === 0);
  assert.deepEqual(
    without.map((scenario) => scenario.id),
    [],
  );
  const known = new Set(observable.map((clause) => clause.id));
  const idle = scenarios.flatMap((scenario) => scenario.clauses).filter((id) => !known.has(id));
  assert.deepEqual(idle, []);
});

test('every clause that can be observed is cited by the reference', () => {
  const cited = citations();
  assert.deepEqual(idsOf(observable.filter((clause) => !cited.has(clause.id))), []);
});

test('every clause that the reference cites is in the ledger', () => {
  const unknown = [...citations()].filter((id) => id.includes('-') && !ledger.byId.has(id));
  assert.deepEqual(unknown, []);
});

function idsOf(clauses: readonly Clause[]): readonly string[] {
  return clauses.map((clause) => clause.id);
}

/** Ids in the comments of the reference that look like those of clauses. */
function citations(): ReadonlySet<string> {
  const id = new RegExp(
    `(?<![\\w./\`[-])(?:${chapters.join('|')})\\.[a-z0-9]+(?:-[a-z0-9]+)*(?![\\w./-]*[_(])`,
    'g',
  );
  const comments = filesBelow(fromRoot('reference'), '.ts').flatMap(
    (file) => readFileSync(file, 'utf8').match(/\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm) ?? [],
  );
  return new Set(comments.flatMap((comment) => comment.match(id) ?? []));
}

function filesBelow(folder: string, ending: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));
}
