import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type * as Yaml from 'yaml';
import { library } from './library.ts';
import { fromRoot } from './root.ts';

const yaml = library((require) => require('yaml') as typeof Yaml);

/** The chapters of the ledger, in the order of the specification. Files, folders and `--chapter` use the same names. */
export const chapters = [
  'index',
  'search',
  'from-size',
  'search-after',
  'point-in-time',
  'scroll',
  'slice',
  'copy-to',
  'query',
  'query-formats',
  'query-parameters',
  'query-filter',
  'async-query',
  'sql',
  'lifecycle',
  'rollover',
  'roles',
  'api-keys',
  'intake',
  'authentication',
  'errors',
  'limits',
  'versioning',
] as const;

/** The name of a chapter. */
export type Chapter = (typeof chapters)[number];

/**
 * MUST and SHOULD are judged; SILENT means that the specification leaves the behaviour open: it is observed and never
 * fails.
 */
export type Level = 'MUST' | 'SHOULD' | 'SILENT';

/** One testable sentence about the interface. */
export interface ClauseSource {
  readonly section: string;
  readonly row: string;
}

/** The readings of a passage that contradicts itself, and the one that the kit tests. */
export interface Readings {
  readonly one: string;
  readonly other: string;
  readonly tested: string;
}

/** One atomic, testable sentence about the interface. */
export interface Clause {
  readonly id: string;
  readonly chapter: Chapter;
  readonly source: ClauseSource;
  readonly level: Level;
  readonly text: string;
  /** Capabilities and hooks that are needed to observe the clause. */
  readonly needs: readonly string[];
  /** Other chapters that list this row too (`errors`, `limits`). */
  readonly also: readonly Chapter[];
  /** Why the clause cannot be observed over HTTP; absent if it can. */
  readonly excluded?: string;
  readonly readings?: Readings;
}

/** All clauses, in the order of chapters and rows, and by id. */
export interface Ledger {
  readonly clauses: readonly Clause[];
  readonly byId: ReadonlyMap<string, Clause>;
}

interface ChapterFile {
  readonly chapter: string;
  readonly clauses: readonly ClauseRow[];
}

type ClauseRow = Omit<Clause, 'chapter' | 'needs' | 'also' | 'source'> & {
  /** YAML reads `row: 7` as a number. */
  readonly source?: { readonly section?: string; readonly row?: string | number };
  readonly needs?: readonly string[];
  readonly also?: readonly Chapter[];
};

/**
 * Reads `spec/clauses/*.yaml`. Throws an Error that names the file if a chapter is unknown, a member is missing, or an id
 * is used twice.
 */
export function loadLedger(folder: string = fromRoot('spec', 'clauses')): Ledger {
  const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  const clauses = files
    .flatMap((name) => readChapter(folder, name))
    .sort((a, b) => chapters.indexOf(a.chapter) - chapters.indexOf(b.chapter));
  return ledgerFrom(clauses);
}

/** Returns the ledger of clauses in their order. Throws an Error if an id is used twice. */
export function ledgerFrom(clauses: readonly Clause[]): Ledger {
  const byId = new Map(clauses.map((clause) => [clause.id, clause]));
  if (byId.size !== clauses.length) {
    const twice = clauses.find((clause, at) => clauses.findIndex((c) => c.id === clause.id) !== at);
    throw new Error(`spec/clauses: two rows have the id ${twice?.id}`);
  }
  return { clauses, byId };
}

function readChapter(folder: string, name: string): readonly Clause[] {
  const file = yaml().parse(readFileSync(join(folder, name), 'utf8')) as ChapterFile;
  const chapter = chapters.find((slug) => slug === file.chapter);
  if (chapter === undefined || `${chapter}.yaml` !== name) {
    throw new Error(
      `spec/clauses/${name}: the chapter "${file.chapter}" is not the name of the file`,
    );
  }
  return file.clauses.map((row) => {
    if (!row.id || !row.text || !row.level || !row.source?.section || !row.source.row) {
      throw new Error(
        `spec/clauses/${name}: the row ${row.id ?? JSON.stringify(row)} lacks a member`,
      );
    }
    return {
      ...row,
      source: { section: row.source.section, row: String(row.source.row) },
      chapter,
      needs: row.needs ?? [],
      also: row.also ?? [],
    };
  });
}
