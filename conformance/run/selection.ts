import { type Chapter, chapters, type Clause, type Ledger } from '../../spec/clauses.ts';
import { UsageError } from '../base/errors.ts';
import { nearest } from '../base/nearest.ts';
import type { Scenario } from '../report/scenario.ts';
import { parseTagExpression } from './tag-expression.ts';

/** One part of a run that is split over machines; `index` counts from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** The selection of the user; empty lists and absent members select everything. */
export interface Selection {
  readonly chapters: readonly string[];
  readonly clauses: readonly string[];
  readonly tags?: string;
  readonly shard?: Shard;
}

/** The scenarios of the selection. Throws UsageError if a name in it is unknown. */
export function select(
  scenarios: readonly Scenario[],
  ledger: Ledger,
  selection: Selection,
): readonly Scenario[] {
  const wanted = clausesIn(ledger, selection);
  const fits = tagFilter(scenarios, ledger, selection.tags);
  const all = selection.chapters.length === 0 && selection.clauses.length === 0;
  const chosen = scenarios.filter(
    (scenario) =>
      (all || scenario.clauses.some((clause) => wanted.has(clause))) && fits(scenario.tags),
  );
  const { shard } = selection;
  if (shard === undefined) return chosen;
  return chosen.filter((_, at) => at % shard.count === shard.index - 1);
}

/** The ids of the clauses that chapters and clauses of a selection name. Throws UsageError on an unknown name. */
export function clausesIn(
  ledger: Ledger,
  selection: Pick<Selection, 'chapters' | 'clauses'>,
): ReadonlySet<string> {
  const ofChapters = selection.chapters.map(knownChapter);
  const unknown = selection.clauses.find((id) => !ledger.byId.has(id));
  if (unknown !== undefined) {
    throw new UsageError(`unknown clause ${unknown}${nearest(unknown, ledger.byId.keys())}`);
  }
  const inChapters = ledger.clauses.filter((clause) =>
    ofChapters.some((chapter) => belongsTo(clause, chapter)),
  );
  return new Set([...selection.clauses, ...inChapters.map((clause) => clause.id)]);
}

/** True if the clause belongs to the chapter, as its own or an additional one. */
function belongsTo(clause: Clause, chapter: Chapter): boolean {
  return clause.chapter === chapter || clause.also.includes(chapter);
}

/** The chapter of that name. Throws UsageError if there is none. */
function knownChapter(slug: string): Chapter {
  const chapter = chapters.find((known) => known === slug);
  if (chapter === undefined) {
    const hint = nearest(slug, chapters);
    throw new UsageError(`unknown chapter ${slug}${hint}; known: ${chapters.join(', ')}`);
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
