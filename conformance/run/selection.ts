import { type Chapter, chapters, type Ledger } from '../../spec/clauses.ts';
import { UsageError, nearest } from '../base/errors.ts';
import type { Scenario } from '../report/result.ts';
import { parse } from '@cucumber/tag-expressions';

const operators = ['and', 'or', 'not'];

/** Parses a tag expression such as `@a and not (@b or @c)`; returns also the tags in it. Throws UsageError if it is malformed. */
export function parseTagExpression(text: string) {
  const words = text.match(/[^\s()]+/g) ?? [];
  const tags = words.filter((word) => !operators.includes(word));
  const wrong = tags.find((tag) => !tag.startsWith('@'));
  if (wrong !== undefined) {
    throw new UsageError(`--tags "${text}": "${wrong}" is not a tag; tags begin with @`);
  }
  if (tags.length === 0) throw new UsageError(`--tags "${text}": there is no tag`);
  const expression = parsed(text);
  return {
    matches: (own: readonly string[]) => expression.evaluate(own.map((tag) => `@${tag}`)),
    tags: tags.map((tag) => tag.slice(1)),
  };
}

function parsed(text: string): ReturnType<typeof parse> {
  try {
    return parse(text);
  } catch (error) {
    throw new UsageError(`--tags: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** One part of a run that is split over machines; `index` counts from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** The selection of the user; its members narrow each other. Empty lists and absent members select everything. */
export interface Selection {
  readonly chapters: readonly string[];
  readonly clauses: readonly string[];
  /** Ids of scenarios. */
  readonly scenarios?: readonly string[];
  /** Clauses and tags whose scenarios are left out. */
  readonly excluded: readonly string[];
  readonly tags?: string;
  readonly shard?: Shard;
}

/**
 * The scenarios of the selection. Throws UsageError if a name in it is unknown, or if none of the clauses belongs to one of
 * the chapters.
 */
export function select(
  scenarios: readonly Scenario[],
  ledger: Ledger,
  selection: Selection,
): readonly Scenario[] {
  const wanted = clausesIn(ledger, selection);
  const fits = tagFilter(scenarios, ledger, selection.tags);
  const { scenarios: ids = [] } = selection;
  const unknown = ids.find((id) => !scenarios.some((scenario) => scenario.id === id));
  if (unknown !== undefined) {
    const known = scenarios.map(({ id }) => id);
    const hint = '; explain CLAUSE names the scenarios of a clause';
    throw new UsageError(
      `--scenario: unknown scenario ${unknown}${nearest(unknown, known)}${hint}`,
    );
  }
  const isExcluded = exclusion(scenarios, ledger, selection.excluded);
  const all = selection.chapters.length === 0 && selection.clauses.length === 0;
  const chosen = scenarios.filter(
    (scenario) =>
      (ids.length === 0 || ids.includes(scenario.id)) &&
      (all || scenario.clauses.some((clause) => wanted.has(clause))) &&
      fits(scenario.tags) &&
      !isExcluded(scenario),
  );
  const { shard } = selection;
  if (shard === undefined) return chosen;
  return chosen.filter((_, at) => at % shard.count === shard.index - 1);
}

/**
 * The ids of the clauses that chapters and clauses of a selection name; if it has both, those that both name. Throws
 * UsageError on an unknown name, and if they have no clause in common.
 */
export function clausesIn(
  ledger: Ledger,
  selection: Pick<Selection, 'chapters' | 'clauses'>,
): ReadonlySet<string> {
  const ofChapters = selection.chapters.map(knownChapter);
  const unknown = selection.clauses.find((id) => !ledger.byId.has(id));
  if (unknown !== undefined) throw unknownClause(unknown, ledger);
  const inChapters = ledger.clauses
    .filter((clause) => [clause.chapter, ...clause.also].some((one) => ofChapters.includes(one)))
    .map(({ id }) => id);
  if (selection.clauses.length === 0) return new Set(inChapters);
  if (ofChapters.length === 0) return new Set(selection.clauses);
  const common = selection.clauses.filter((id) => inChapters.includes(id));
  if (common.length > 0) return new Set(common);
  const own = selection.clauses.map((id) => `${id} belongs to ${ledger.byId.get(id)?.chapter}`);
  throw new UsageError(
    `--chapter and --clause have no clause in common: ${own.join(', ')}; give only one of them`,
  );
}

/** True for scenarios that one of the clauses or tags excludes. Throws UsageError on an unknown name. */
function exclusion(
  scenarios: readonly Scenario[],
  ledger: Ledger,
  excluded: readonly string[],
): (scenario: Scenario) => boolean {
  const names = excluded.map((name) => name.replace(/^@/, ''));
  const known = new Set([...scenarios.flatMap(({ tags }) => tags), ...ledger.byId.keys()]);
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined) {
    throw new UsageError(
      `--exclude: no clause or tag is called ${unknown}${nearest(unknown, known)}`,
    );
  }
  return ({ tags, clauses }) => [...tags, ...clauses].some((name) => names.includes(name));
}

/** The error for a name that is no clause; it says what may be meant. */
export function unknownClause(name: string, { byId }: Ledger): UsageError {
  const isChapter = (chapters as readonly string[]).includes(name);
  const hint = isChapter
    ? `; it is a chapter: list --chapter ${name} shows its clauses`
    : nearest(name, byId.keys());
  return new UsageError(`unknown clause ${name}${hint}`);
}

/** The chapter of that name. Throws UsageError if there is none. */
export function knownChapter(slug: string): Chapter {
  const chapter = chapters.find((known) => known === slug);
  if (chapter === undefined) {
    const hint = slug.includes('.')
      ? '; it looks like a clause: use --clause'
      : nearest(slug, chapters);
    throw new UsageError(`unknown chapter ${slug} (known: ${chapters.join(', ')})${hint}`);
  }
  return chapter;
}

function tagFilter(
  scenarios: readonly Scenario[],
  ledger: Ledger,
  text: string | undefined,
): (tags: readonly string[]) => boolean {
  if (text === undefined) return () => true;
  const expression = parseTagExpression(text);
  const known = new Set([...scenarios.flatMap((s) => s.tags), ...ledger.byId.keys()]);
  const unknown = expression.tags.find((tag) => !known.has(tag));
  if (unknown !== undefined) {
    throw new UsageError(`no scenario has the tag @${unknown}${nearest(unknown, known)}`);
  }
  return expression.matches;
}
