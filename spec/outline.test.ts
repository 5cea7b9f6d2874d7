import assert from 'node:assert/strict';
import test from 'node:test';
import { loadLedger } from './clauses.ts';
import { fillOutline, loadOutline } from './outline.ts';

const ledger = loadLedger();
const outline = loadOutline();
const filled = fillOutline(ledger, outline);

test('every clause comes from a section of the outline, in its one wording', () => {
  const sections = new Set(outline.map(({ section }) => section));
  assert.equal(sections.size, outline.length);
  const strays = ledger.clauses.filter(({ source }) => !sections.has(source.section));
  assert.deepEqual(
    strays.map(({ id, source }) => `${id}: ${source.section}`),
    [],
  );
});

test('every row of the specification has a clause', () => {
  const empty = filled.flatMap(({ section, rows }) =>
    rows.filter(({ clauses }) => clauses.length === 0).map(({ row }) => `${section}, ${row}`),
  );
  assert.deepEqual(empty, []);
});

test('a row names a clause of another section only', () => {
  const own = outline.flatMap(({ section, rows }) =>
    rows
      .flatMap(({ clauses }) => clauses)
      .filter((id) => ledger.byId.get(id)?.source.section === section),
  );
  assert.deepEqual(own, []);
});

test('every clause has exactly one row of its own section', () => {
  const placed = filled.flatMap(({ section, rows }) =>
    rows.flatMap(({ clauses }) => clauses.filter(({ source }) => source.section === section)),
  );
  assert.equal(placed.length, ledger.clauses.length);
  assert.equal(new Set(placed).size, placed.length);
});

test('a row without a clause, and a row of an unknown clause, are noticed', () => {
  const [section] = fillOutline(ledger, [
    { section: 'Events', rows: [{ row: 'webhooks', clauses: [] }] },
  ]);
  assert.deepEqual(
    section?.rows.map(({ row, clauses }) => [row, clauses.length]),
    [
      ['webhooks', 0],
      ['events', 1],
    ],
  );
  assert.throws(
    () => fillOutline(ledger, [{ section: 'Events', rows: [{ row: 'r', clauses: ['a.b'] }] }]),
    /unknown clause a\.b/,
  );
});
