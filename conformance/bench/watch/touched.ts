import { basename, dirname, extname } from 'node:path/posix';

/** What a change touches. */
export interface Touched {
  /** Ids of clauses. */
  readonly clauses: readonly string[];
  /** Chapters whose clauses have changed. */
  readonly chapters: readonly string[];
  /** Paths of unit tests. */
  readonly tests: readonly string[];
}

/** The sources of a checkout; paths have `/` and begin at its root. */
export interface Sources {
  /** The text of a file, empty if there is none. */
  readonly read: (path: string) => string;
  /** The files of a folder. */
  readonly list: (folder: string) => readonly string[];
}

/**
 * Returns what a changed file touches: a feature its tags, a file of the reference the clauses that its comments cite or
 * those of its folder, a file of clauses its chapter, and a TypeScript file the unit test beside it.
 */
export function touchedBy(path: string, known: ReadonlySet<string>, sources: Sources): Touched {
  const cited = (file: string): readonly string[] => idsIn(sources.read(file), known);
  const isScript = extname(path) === '.ts';
  const test = isScript ? testOf(path) : undefined;
  return {
    clauses: citedBy(path, sources, cited),
    chapters: path.startsWith('spec/clauses/') ? [basename(path, '.yaml')] : [],
    tests: test !== undefined && sources.read(test) !== '' ? [test] : [],
  };
}

/** Joins what several changes touch, each thing once. */
export function joined(all: readonly Touched[]): Touched {
  const each = (key: keyof Touched) => [...new Set(all.flatMap((touched) => touched[key]))];
  return { clauses: each('clauses'), chapters: each('chapters'), tests: each('tests') };
}

function citedBy(
  path: string,
  { list }: Sources,
  cited: (file: string) => readonly string[],
): readonly string[] {
  if (path.endsWith('.feature')) return cited(path);
  if (!path.startsWith('reference/') || path.endsWith('.test.ts')) return [];
  const own = cited(path);
  const folder = dirname(path);
  return own.length > 0 ? own : list(folder).flatMap((name) => cited(`${folder}/${name}`));
}

function idsIn(text: string, known: ReadonlySet<string>): readonly string[] {
  const words = text.match(/[a-z][a-z-]*\.[a-z0-9-]+/g) ?? [];
  return [...new Set(words.filter((word) => known.has(word)))];
}

function testOf(path: string): string {
  return path.endsWith('.test.ts') ? path : path.replace(/\.ts$/, '.test.ts');
}
