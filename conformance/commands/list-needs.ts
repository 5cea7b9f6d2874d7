import { type Chapter, chapters, type Ledger } from '../../spec/clauses.ts';
import { extras } from '../../spec/extras.ts';
import { hookNames } from '../driver/profile.ts';
import { code, prose, table } from '../report/markdown.ts';
import { counted } from '../report/difference.ts';
import { grouped } from '../base/grouped.ts';
import type { Scenario } from '../report/result.ts';

/** Something that a server needs beyond the specification, or a part of it that a server may leave out. */
export interface NeedRow {
  readonly chapter: Chapter;
  readonly kind: 'chapter' | 'capability' | 'hook' | 'extra';
  readonly name: string;
  /** What it is; empty for capabilities and hooks, which the guide to profiles explains. */
  readonly meaning: string;
  /** How many clauses, or for an extra how many scenarios, need it. */
  readonly count: number;
}

/** A permission of a run, which is no need of a server. */
const notOfServer: ReadonlySet<string> = new Set(['global']);

/** Returns what a server needs for each of the chapters, all if none is given: the most frequent of each kind first. */
export function needRows(
  ledger: Ledger,
  scenarios: readonly Scenario[],
  wanted: readonly Chapter[],
): readonly NeedRow[] {
  return chapters
    .filter((chapter) => wanted.length === 0 || wanted.includes(chapter))
    .flatMap((chapter) => {
      const clauses = ledger.clauses.filter((clause) => clause.chapter === chapter);
      const ids = new Set(clauses.map(({ id }) => id));
      const judging = scenarios.filter(
        (one) => !one.silent && one.clauses.some((id) => ids.has(id)),
      );
      const needs = countOf(clauses.flatMap((clause) => clause.needs)).filter(
        ([name]) => !notOfServer.has(name),
      );
      const used = countOf(judging.flatMap((scenario) => scenario.extras ?? []));
      return [
        ...needs.map(([name, count]) => {
          return { chapter, kind: kindOf(name), name, meaning: '', count } as const;
        }),
        ...used.map(([name, count]) => {
          const meaning = extras[name] ?? '';
          return { chapter, kind: 'extra', name, meaning, count } as const;
        }),
      ].toSorted((a, b) => a.kind.localeCompare(b.kind));
    });
}

function kindOf(need: string): NeedRow['kind'] {
  if (chapters.some((chapter) => chapter === need)) return 'chapter';
  return hookNames.some((hook) => hook === need) ? 'hook' : 'capability';
}

function countOf(names: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].toSorted(([a, m], [b, n]) => n - m || a.localeCompare(b));
}

/** The formats of the needs, by the values of `--format`; each returns the lines. */
export const needFormats = {
  text: needLines,
  markdown: needSections,
  json: (rows: readonly NeedRow[]) => [JSON.stringify(rows, undefined, 2)],
} as const;

function needLines(rows: readonly NeedRow[]): readonly string[] {
  const width = Math.max(0, ...rows.map(({ name }) => name.length));
  return chaptersIn(rows).flatMap(([chapter, own]) => [
    chapter,
    ...own.map((row) =>
      `  ${row.kind.padEnd(10)}  ${row.name.padEnd(width)}  ${usersOf(row).padEnd(13)}  ${row.meaning}`.trimEnd(),
    ),
  ]);
}

function needSections(rows: readonly NeedRow[]): readonly string[] {
  return chaptersIn(rows).flatMap(([chapter, own]) => [
    `## ${chapter}`,
    '',
    ...table([
      ['kind', 'name', 'needed by', 'what it is'],
      ...own.map((row) => [row.kind, code(row.name), usersOf(row), prose(row.meaning)]),
    ]),
    '',
  ]);
}

function usersOf({ kind, count }: NeedRow): string {
  return counted(count, kind === 'extra' ? 'scenario' : 'clause');
}

function chaptersIn(rows: readonly NeedRow[]): readonly (readonly [string, readonly NeedRow[]])[] {
  return [...grouped(rows.map((row) => [row.chapter, row] as const))];
}
