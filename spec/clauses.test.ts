import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { lockOf, readLock, updateLock } from './clauses-lock.ts';
import { chapters, loadLedger, type Clause } from './clauses.ts';
import { capabilities, hooks } from './needs.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const { clauses, byId } = loadLedger();

/** The ids of the clauses of which something holds: an empty list reads best in a failed assertion. */
function idsWhere(holds: (clause: Clause) => boolean): readonly string[] {
  return clauses.filter(holds).map((clause) => clause.id);
}

test('the ledger has rows in every chapter', () => {
  const filled = new Set(clauses.map((clause) => clause.chapter));
  assert.deepEqual(
    chapters.filter((chapter) => !filled.has(chapter)),
    [],
  );
});

test('ids are unique and say chapter and behaviour', () => {
  assert.equal(byId.size, clauses.length);
  const shape = /^[a-z]+(-[a-z]+)*\.[a-z0-9]+(-[a-z0-9]+)*$/;
  assert.deepEqual(
    idsWhere(({ id, chapter }) => !shape.test(id) || !id.startsWith(`${chapter}.`)),
    [],
  );
});

test('the row that a clause comes from is a text, also where it is a number', () => {
  assert.deepEqual(
    idsWhere(({ source }) => typeof source.row !== 'string'),
    [],
  );
});

test('every row says one thing of one level, and no two rows the same', () => {
  const levels: readonly string[] = ['MUST', 'SHOULD', 'SILENT'];
  const said = new Map(clauses.map((clause) => [clause.text, clause.id]));
  assert.deepEqual(
    idsWhere(({ level, text }) => !levels.includes(level) || !text.endsWith('.')),
    [],
  );
  assert.deepEqual(
    idsWhere(({ id, text }) => said.get(text) !== id),
    [],
  );
});

test('needs are hooks, capabilities or chapters, each once', () => {
  const known: readonly string[] = [...hooks, ...capabilities];
  assert.deepEqual(
    idsWhere(({ needs }) =>
      needs.some(
        (need, at) => ![...known, ...chapters].includes(need) || needs.indexOf(need) !== at,
      ),
    ),
    [],
  );
  const needed = new Set(clauses.flatMap((clause) => clause.needs));
  assert.deepEqual(
    known.filter((need) => !needed.has(need)),
    [],
  );
});

test('a row is listed besides its own chapter only in the three that gather rows', () => {
  const gathering: readonly string[] = ['errors', 'limits', 'versioning'];
  assert.deepEqual(
    idsWhere(({ also, chapter }) =>
      also.some((other) => !gathering.includes(other) || other === chapter),
    ),
    [],
  );
});

test('a row is excluded for a reason, and a contradiction has both readings and the one tested', () => {
  assert.deepEqual(
    idsWhere(({ excluded }) => excluded !== undefined && excluded.split(/\s+/).length < 6),
    [],
  );
  assert.deepEqual(
    idsWhere(({ readings }) => {
      if (readings === undefined) return false;
      const { one, other, tested } = readings;
      return !one || !other || !tested || one === other;
    }),
    [],
  );
});

test('the lock is current: run `npm run lock` after a change', () => {
  const lock = readLock();
  assert.deepEqual(lock, lockOf(clauses));
  assert.deepEqual(Object.keys(lock), Object.keys(lock).sort());
});

const said = { id: 'a.b', level: 'MUST', text: 'It holds.' } as const;
const standing = lockOf([said, { ...said, id: 'a.a' }]);
const none = { retire: [], reword: [] };
const updates = [
  { name: 'a new id is free', now: [said, { ...said, id: 'a.a' }, { ...said, id: 'a.c' }] },
  { name: 'a lost id is refused', now: [said], objection: /^a\.a is gone/ },
  { name: 'a lost id may be retired', now: [said], may: { ...none, retire: ['a.a'] } },
  {
    name: 'another text is refused',
    now: [said, { ...said, id: 'a.a', text: 'It does not.' }],
    objection: /^a\.a has changed/,
  },
  {
    name: 'another level is refused',
    now: [said, { ...said, id: 'a.a', level: 'SILENT' as const }],
    objection: /^a\.a has changed/,
  },
  {
    name: 'another text may be a rewording',
    now: [said, { ...said, id: 'a.a', text: 'It is held.' }],
    may: { ...none, reword: ['a.a'] },
  },
  {
    name: 'a retirement is no leave to reword',
    now: [said, { ...said, id: 'a.a', text: 'It is held.' }],
    may: { ...none, retire: ['a.a'] },
    objection: /^a\.a has changed/,
  },
  {
    name: 'leave that nothing needs is refused',
    now: [said, { ...said, id: 'a.a' }],
    may: { ...none, reword: ['a.b'] },
    objection: /^--reword a\.b/,
  },
];

for (const { name, now, may = none, objection } of updates) {
  test(`lock: ${name}`, () => {
    const [first = ''] = updateLock(standing, lockOf(now), may).objections;
    assert.match(first, objection ?? /^$/);
  });
}

const row = `level: MUST, text: It holds., source: { section: S, row: r }`;
const badLedgers = [
  {
    name: 'an unknown chapter',
    file: 'chapter: nowhere\nclauses: []\n',
    message: /sql\.yaml.*nowhere/,
  },
  {
    name: 'a row without a source',
    file: 'chapter: sql\nclauses: [{ id: sql.a, level: MUST, text: It holds. }]\n',
    message: /sql\.yaml.*sql\.a lacks/,
  },
  {
    name: 'an id used twice',
    file: `chapter: sql\nclauses: [{ id: sql.a, ${row} }, { id: sql.a, ${row} }]\n`,
    message: /two rows have the id sql\.a/,
  },
];

for (const { name, file, message } of badLedgers) {
  test(`the loader names the place of ${name}`, () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'sql.yaml'), file);
    assert.throws(() => loadLedger(folder), message);
  });
}
