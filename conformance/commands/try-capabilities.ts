import { inTurn } from '../base/in-turn.ts';
import { newIndexName } from '../driver/names.ts';
import { Mismatch, TargetLost, UsageError, Violation } from '../base/errors.ts';
import type { Profile } from '../driver/profile.ts';
import type { Target } from '../driver/target.ts';
import { chapters } from '../../spec/clauses.ts';
import { needsByFormat, needsBySegment } from '../../spec/needs.ts';
import { chaptersOf, extraTrials } from './extra-trials.ts';
import { queryTrials, allIds, searchTrials } from './search-trials.ts';
import { intakeExtras, serviceTrials } from './service-trials.ts';
import { Bench, NotOffered, NotShown, type Trial } from './trial.ts';

/** What a server does not offer, and the answer that shows it. */
export interface Lack {
  readonly need: string;
  readonly reason: string;
  /** True if the answer was 401 or 403: other credentials might get another one. */
  readonly isDenied: boolean;
  /** True if the answers do not show whether the server has it. */
  readonly isOpen: boolean;
}

/** What trials have shown. */
export interface Shown {
  readonly lacks: readonly Lack[];
  /** The extras that only chapters use which the server does not offer. */
  readonly unused: readonly string[];
}

/** Formats that are chapters or capabilities of their own. */
const formats = Object.values(needsByFormat).filter(({ length }) => length === 1);

/** What goes with a chapter, as it uses the same requests. */
const dependents: Readonly<Record<string, readonly string[]>> = {
  query: [...(needsBySegment['_query'] ?? []), ...formats.flat()],
  lifecycle: needsBySegment['_ilm'] ?? [],
};

/** Trials that run at the same time. */
const atOnce = 16;

const trials = Object.entries<Trial>({ ...searchTrials, ...queryTrials, ...serviceTrials });

/**
 * Uses each chapter and capability that can be tried on names of the kit's own, looks at the effect, and undoes it.
 * Throws TargetLost if it does not answer any more, and UsageError if it refuses what every trial needs, or refuses all of them
 * for want of credentials.
 */
export async function tryCapabilities(target: Target, profile: Profile): Promise<Shown> {
  const bench = new Bench(newIndexName('init'), target, profile);
  try {
    const noIndex = await prepare(bench);
    const claimed = trials.filter(([need]) => !isLeftOut(need, profile));
    const tried = await lacksOf(bench, claimed);
    const lacks = withParents(noIndex === undefined ? tried : [noIndex, ...tried]);
    if (tried.length > 0 && tried.length === claimed.length) {
      const next = tried.every(({ isDenied }) => isDenied)
        ? 'use credentials that may do this (--auth)'
        : 'correct --base-url, or run "search-conformance doctor"';
      throw new UsageError(
        `the server refuses every trial, beginning with ${lacks[0]?.reason}: ${next}`,
      );
    }
    const missing = [...lacks, ...followers(lacks.filter(({ isOpen }) => !isOpen))];
    const refused = missing.map(({ need }) => need);
    const absent = [...refused, ...chapters.filter((name) => isLeftOut(name, profile))];
    const goesWith = (need: string, names: readonly string[]): boolean =>
      chaptersOf(need).some((name) => names.includes(name));
    const isTried = (need: string): boolean =>
      !goesWith(need, absent) && (bench.intakeUrl !== undefined || !intakeExtras.includes(need));
    const used = Object.entries(extraTrials).filter(([need]) => isTried(need));
    return {
      lacks: [...missing, ...(await lacksOf(bench, used))],
      unused: Object.keys(extraTrials).filter((need) => goesWith(need, refused)),
    };
  } finally {
    await bench.close();
  }
}

/** True for a chapter that the profile given does not claim. */
export function isLeftOut(need: string, { claims }: Profile): boolean {
  return chapters.some((chapter) => chapter === need) && !claims.has(need);
}

/**
 * Creates the index of a bench with its documents, and waits until they are visible. Returns the refusal of a server that has
 * no documents. Throws UsageError if its searches do not find them.
 */
async function prepare(bench: Bench): Promise<Lack | undefined> {
  const lack = await lackOf('index', async () => {
    await bench.create(bench.index, { mappings: { properties: { n: { type: 'integer' } } } });
    for (const id of allIds) {
      const path = `/${bench.index}/_doc/${id}`;
      await bench.call({ method: 'PUT', path, body: { n: Number(id) } });
    }
  });
  if (lack !== undefined) return lack;
  try {
    await bench.visible(allIds.length);
    return undefined;
  } catch (error) {
    // Where neither searches nor queries are offered, nothing shows the documents.
    if (error instanceof NotOffered) return undefined;
    if (!(error instanceof Mismatch)) throw error;
    throw new UsageError(`${error.message}; run "search-conformance doctor" first`);
  }
}

/**
 * The lack that a trial shows; undefined if there is none. A defect is none: a run has to show it. So a chapter is lacking
 * if its request is refused, and open if it has no effect, whereas a capability is then lacking.
 */
async function lackOf(need: string, run: () => Promise<unknown>): Promise<Lack | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    if (error instanceof TargetLost) throw error;
    if (!(error instanceof Mismatch) || error instanceof Violation) return undefined;
    const status = error instanceof NotOffered ? error.status : 200;
    const isChapter = chapters.some((chapter) => chapter === need);
    const hasNoEffect = isChapter && status < 400;
    return {
      need,
      reason: error.message,
      isDenied: status === 401 || status === 403,
      isOpen: hasNoEffect || error instanceof NotShown,
    };
  }
}

/** What a server does not have of this, in order. */
async function lacksOf(
  bench: Bench,
  tried: readonly (readonly [need: string, run: Trial])[],
): Promise<readonly Lack[]> {
  // Most of them wait until documents are visible.
  const lacks = await inTurn(tried, atOnce, async ([need, run]) => {
    const own = bench.beside();
    return lackOf(need, () => run(own)).finally(() => own.close());
  });
  return lacks.flatMap((lack) => lack ?? []);
}

/** The same lacks; what goes with a chapter that is refused has the reason of that chapter. */
function withParents(lacks: readonly Lack[]): readonly Lack[] {
  return lacks.map((lack) => {
    const parent = lacks.find(
      ({ need, isOpen }) => !isOpen && dependents[need]?.includes(lack.need) === true,
    );
    return parent === undefined ? lack : { ...parent, need: lack.need };
  });
}

/** What goes with what is lacking, and has no trial of its own. */
function followers(lacks: readonly Lack[]): readonly Lack[] {
  const named = new Set(lacks.map(({ need }) => need));
  return lacks.flatMap((lack) =>
    (dependents[lack.need] ?? [])
      .filter((need) => !named.has(need))
      .map((need) => ({ ...lack, need })),
  );
}
