import { newIndexName } from '../driver/names.ts';
import { Mismatch, TargetLost, UsageError, Violation } from '../base/errors.ts';
import type { Profile } from '../driver/profile.ts';
import type { Target } from '../driver/target.ts';
import { chapters } from '../../spec/clauses.ts';
import { needsByFormat, needsBySegment } from '../../spec/needs.ts';
import { queryTrials } from './query-trials.ts';
import { allIds, same, searchTrials } from './search-trials.ts';
import { serviceTrials } from './service-trials.ts';
import { Bench, NotOffered, type Trial } from './trial.ts';

/** What a server does not offer, and the answer that shows it. */
export interface Lack {
  readonly need: string;
  readonly reason: string;
  /** True if the answer was 401 or 403: other credentials might get another one. */
  readonly isDenied: boolean;
}

/** Formats that are chapters or capabilities of their own. */
const formats = Object.values(needsByFormat).filter(({ length }) => length === 1);

/** What goes with a chapter, as it uses the same requests. */
const dependents: Readonly<Record<string, readonly string[]>> = {
  query: [...(needsBySegment['_query'] ?? []), ...formats.flat()],
  lifecycle: needsBySegment['_ilm'] ?? [],
};

const trials: readonly Trial[] = [...searchTrials, ...queryTrials, ...serviceTrials];

/**
 * Uses each chapter and capability that can be tried on names of the kit's own, looks at the effect, and undoes it.
 * Returns what the server does not offer. Throws TargetLost if it does not answer any more, and UsageError if it refuses
 * what every trial needs, or refuses all of them for want of credentials.
 */
export async function tryCapabilities(target: Target, profile: Profile): Promise<readonly Lack[]> {
  const bench = new Bench(newIndexName('init'), target, profile);
  try {
    await prepare(bench);
    const lacks: Lack[] = [];
    for (const { need, run } of trials) {
      const parent = lacks.find((lack) => dependents[lack.need]?.includes(need) === true);
      const lack = parent ?? (await lackOf(need, () => run(bench)));
      if (lack !== undefined) lacks.push({ ...lack, need });
    }
    if (lacks.length > 0 && lacks.every(({ isDenied }) => isDenied)) {
      if (lacks.length === trials.length) throw new UsageError(denied(lacks));
    }
    return [...lacks, ...followers(lacks)];
  } finally {
    await bench.close();
  }
}

/** Creates the index of a bench with its documents, and waits until a search finds them. */
export async function prepare(bench: Bench): Promise<void> {
  try {
    await bench.create(bench.index, { mappings: { properties: { n: { type: 'integer' } } } });
    for (const id of allIds) {
      const path = `/${bench.index}/_doc/${id}`;
      await bench.call({ method: 'PUT', path, body: { n: Number(id) } });
    }
    await bench.eventually('a search finds four documents', async () =>
      bench.expect(same(await bench.ids({}), allIds), 'not all documents are found'),
    );
  } catch (error) {
    if (!(error instanceof Mismatch)) throw error;
    throw new UsageError(`${error.message}; run "search-conformance doctor" first`);
  }
}

/**
 * The lack that a trial shows; undefined if there is none. A defect is none: a run has to show it. So a chapter is lacking
 * only if its request is refused, whereas a capability is also lacking if it has no effect.
 */
async function lackOf(need: string, run: () => Promise<void>): Promise<Lack | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    if (error instanceof TargetLost) throw error;
    if (!(error instanceof Mismatch) || error instanceof Violation) return undefined;
    const status = error instanceof NotOffered ? error.status : 200;
    const isChapter = chapters.some((chapter) => chapter === need);
    if (isChapter && status < 400) return undefined;
    const isDenied = status === 401 || status === 403;
    return { need, reason: error.message, isDenied };
  }
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

function denied([first]: readonly Lack[]): string {
  return `the server refuses every trial, beginning with ${first?.reason ?? ''}: use credentials that may do this (--auth)`;
}
