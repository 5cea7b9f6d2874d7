import { UsageError } from '../base/errors.ts';
import type { Column } from './matrix-rows.ts';
import type { ReportedClause, ReportedScenario } from './read-report.ts';
import { signs, type Verdict } from './verdict.ts';

/** The signs of a page and their verdicts; two verdicts share a sign, of which a table shows the first. */
const verdictOf = new Map(
  Object.entries(signs)
    .toReversed()
    .map(([verdict, sign]) => [sign, verdict as Verdict]),
);

/** What a page says of one server. */
interface Said {
  readonly clauses: ReportedClause[];
  readonly notes: Record<string, string>;
  readonly scenarios: ReportedScenario[];
}

/**
 * Reads a page that `matrix --details` has written: its servers as columns, with the verdicts, the deviations, the reasons
 * and the answers that it shows. Throws UsageError if it is no such page.
 */
export function readMatrixPage(text: string, file: string): readonly Column[] {
  const servers = [...text.matchAll(/^\d+\. (.+): kit (\S+), profile `(.+)`, (\S+), (\d+) s$/gm)];
  const said = servers.map((): Said => ({ clauses: [], notes: {}, scenarios: [] }));
  const names = servers.map(([, name = '']) => plain(name));
  const part = (title: string): string => text.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
  readVerdicts(part('Every clause'), said);
  if (said.every(({ clauses }) => clauses.length === 0)) {
    throw new UsageError(`${file} is not a page that matrix --details has written`);
  }
  readDeviations(part('Deviations'), names, said);
  readReasons(part('Incomplete'), names, said);
  readAnswers(part('Left open'), said);
  return servers.map(([, , version = '', profile = '', day = '', seconds = ''], at) => ({
    name: `${names[at]}`,
    report: {
      run: {
        id: 'none',
        version,
        base_url: '',
        profile,
        notes: said[at]?.notes ?? {},
        started_at: `${day}T00:00:00.000Z`,
        duration_ms: Number(seconds) * 1000,
        again: '',
      },
      clauses: said[at]?.clauses ?? [],
      scenarios: said[at]?.scenarios ?? [],
      baseline: { entries: [] },
      unjudged: [],
      server_errors: [],
    },
  }));
}

function readVerdicts(text: string, said: readonly Said[]): void {
  for (const block of text.split('<summary>').slice(1)) {
    const chapter = block.slice(0, block.indexOf('</summary>'));
    const rows = [...block.matchAll(/^\| `([^`]+)` +\|(.*)\|$/gm)];
    const cells = rows.flatMap(([, name = '', all = '']) =>
      all.split('|').map((cell, at) => ({ id: `${chapter}.${name}`, at, sign: cell.trim() })),
    );
    for (const { id, at, sign } of cells) {
      const verdict = verdictOf.get(sign);
      if (verdict === undefined) continue;
      said[at]?.clauses.push({ id, chapter, level: '', text: '', verdict });
    }
  }
}

function readDeviations(text: string, names: readonly string[], said: readonly Said[]): void {
  for (const [id, line] of entriesIn(text)) {
    const [who = ''] = line.split(': ', 1);
    for (const [at, { notes }] of said.entries()) {
      if (plain(who).includes(`${names[at]}`)) notes[id] = plain(line.slice(who.length + 2));
    }
  }
}

function readReasons(text: string, names: readonly string[], said: readonly Said[]): void {
  for (const [, line = '', ids = ''] of text.matchAll(/^- (.*)\n {2}- (.*)$/gm)) {
    const at = names.findIndex((name) => plain(line).startsWith(`${name}: `));
    const reason = plain(line).slice(`${names[at]}: `.length);
    for (const [, id = ''] of ids.matchAll(/`([^`]+)`/g)) {
      said[at]?.scenarios.push({ ...scenarioOf(id), outcome: 'incomplete', reason });
    }
  }
}

function readAnswers(text: string, said: readonly Said[]): void {
  for (const [id, line] of entriesIn(text)) {
    const [, what = '', rest = ''] = /^(.*?)\. (\d.*)$/.exec(line) ?? [];
    for (const [, numbers = '', answer = ''] of rest.matchAll(/([\d, ]+): `([^`]*)`/g)) {
      const values = answer.split(' or ').map(answerIn);
      const observations = values.map((value) => ({ what: plain(what), value }));
      for (const at of numbers.split(', ').map(Number)) {
        said[at - 1]?.scenarios.push({ ...scenarioOf(id), observations });
      }
    }
  }
}

/** An answer as a report holds it: a status with the type of an error, or a value. */
function answerIn(text: string): unknown {
  const [, status, type] = /^(\d{3})(?: (\w+))?$/.exec(text) ?? [];
  if (status !== undefined) return { status: Number(status), body: { error: { type } } };
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** The lines below the clauses of a part, each with its clause. */
function entriesIn(text: string): readonly (readonly [id: string, line: string])[] {
  let id = '';
  return text.split('\n').flatMap((line): readonly (readonly [string, string])[] => {
    id = /^- `([^`]+)`/.exec(line)?.[1] ?? id;
    return line.startsWith('  - ') ? [[id, line.slice(4)]] : [];
  });
}

function scenarioOf(id: string): ReportedScenario {
  const none = { observations: [], exchanges: [], leftovers: [], duration_ms: 0, excused: false };
  return { id, name: '', clauses: [id], outcome: 'observed', ...none };
}

/** Prose without its escapes. */
function plain(text: string): string {
  return text.replaceAll(/\\(.)/g, '$1');
}
