import { at } from '../../base/assert.ts';
import fc from 'fast-check';
import {
  type RolloverConditions,
  rangeOf,
  type RolloverFigures,
  shardCeiling,
  type ShardFigures,
} from '../models/rollover-model.ts';
import type { TargetSupport } from '../property-definition.ts';

/** An index under a policy of its own. */
export interface GeneratedIndex {
  readonly conditions: RolloverConditions;
  /** `written`: real documents in one shard; `statistics`: figures that a hook sets. */
  readonly documents: 'written' | 'statistics';
  /**
   * What each primary is said to hold before each run of the policies; if documents are written, how many more of
   * them.
   */
  readonly shards: readonly (readonly ShardFigures[])[];
  readonly replicas: number;
  /** The setting that gives an origin of the age other than the creation. */
  readonly origin: 'none' | 'setting' | 'name';
  /** True if the index has another alias, which its policy does not name. */
  readonly otherAlias: boolean;
}

/** Indices, and the runs of the policies over them. */
export interface RolloverCase {
  /** By how much the clock is moved before each run. */
  readonly passes_ms: readonly number[];
  readonly indices: readonly GeneratedIndex[];
}

/** A unit by its sign and its size in milliseconds or bytes. */
type Unit = readonly [string, number];

/** The units of the specification come first. */
const timeUnits: readonly Unit[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
  ['micros', 1e-3],
  ['nanos', 1e-6],
];
const sizeUnits: readonly Unit[] = [
  ['gb', 1024 ** 3],
  ['b', 1],
  ['kb', 1024],
  ['mb', 1024 ** 2],
  ['tb', 1024 ** 4],
  ['pb', 1024 ** 5],
];

/** A limit above the age is at least this far above it, because time passes during the requests. */
const minWait_ms = 60_000;

const figuresInText = ['age', 'docs', 'size', 'primary_shard_size', 'primary_shard_docs'];

/** A condition before its limit is known. */
interface ConditionDraft {
  readonly name: string;
  readonly met: boolean;
  /** The distance of the limit from the nearest possible limit, in units. */
  readonly distance: number;
  readonly unit: number;
}

type ConditionDrafts = Omit<GeneratedIndex, 'conditions' | 'documents'> & {
  readonly maxima: readonly ConditionDraft[];
  readonly minima: readonly ConditionDraft[];
};

type IndexDraft = ConditionDrafts & Pick<GeneratedIndex, 'documents'>;

const maxShards = 3;
const maxRuns = 2;
const maxIndices = 5;

/** Conditions on, just below and just above the figures of indices, and distance from them. */
export function rolloverCase(support: TargetSupport): fc.Arbitrary<RolloverCase> {
  const index = fc.oneof(
    { arbitrary: indexWithStatistics(support), weight: 4 },
    { arbitrary: writtenIndex, weight: 1 },
  );
  const passes = fc.array(passing, { minLength: 1, maxLength: maxRuns });
  const indices = fc.array(index, { minLength: 1, maxLength: maxIndices, size: 'max' });
  // No bias towards small values: a single empty index tests little.
  return fc.noBias(fc.tuple(passes, indices)).map(([passes_ms, given]) => ({
    passes_ms,
    indices: given.map((one) => completed(one, passes_ms)),
  }));
}

/** The figures at a run of the policies; the check after each earlier run has written a document. */
export function figuresAt(
  { documents, replicas, shards }: Pick<GeneratedIndex, 'documents' | 'replicas' | 'shards'>,
  passes_ms: readonly number[],
  run: number,
): RolloverFigures {
  const age_ms = passes_ms.slice(0, run + 1).reduce((total, one) => total + one, 0);
  const base = { replicas, age_ms: [age_ms, age_ms] as const };
  if (documents === 'statistics') return { ...base, shards: at(shards, run) };
  const soFar = shards.slice(0, run + 1);
  const docs = soFar.reduce((total, one) => total + at(one, 0).docs, run);
  return { ...base, shards: [{ docs, bytes: 0 }] };
}

const few = fc.integer({ min: 0, max: 30 });

const shardDocs = fc.oneof(
  { arbitrary: few, weight: 9 },
  { arbitrary: fc.constantFrom(-1, 0, 1).map((by) => shardCeiling + by), weight: 2 },
  { arbitrary: fc.constant((shardCeiling * 3) / 4), weight: 1 },
);

const shard_bytes = fc
  .tuple(
    fc.constantFrom(1024 ** 3, 1024 ** 3, 1024 ** 3, 1024 ** 2, 1024, 1, 1024 ** 4),
    fc.integer({ min: 1, max: 700 }),
    fc.constantFrom(0, 0, 0, 0, -1, 1),
  )
  .map(([unit, count, by]) => unit * count + by);

const shard = fc.record({ docs: shardDocs, bytes: shard_bytes }, { noNullPrototype: true });

/** The time before a run: none, or a number of units. */
const passing = fc.oneof(
  { arbitrary: fc.constant(0), weight: 1 },
  { arbitrary: passingIn(86_400_000), weight: 2 },
  { arbitrary: fc.oneof(passingIn(3_600_000), passingIn(60_000)), weight: 1 },
);

function passingIn(unit_ms: number): fc.Arbitrary<number> {
  return fc.integer({ min: 1, max: 30 }).map((count) => unit_ms * count);
}

const unit = fc.oneof(
  { arbitrary: fc.constant(0), weight: 2 },
  { arbitrary: fc.nat({ max: 6 }), weight: 1 },
);

/** A condition with any of these names; `balance` decides whether it is met. */
function conditionDraft(names: readonly string[]): fc.Arbitrary<Omit<ConditionDraft, 'met'>> {
  const distance = fc.constantFrom(0, 0, 0, 1, 200);
  return fc.record({ name: fc.constantFrom(...names), distance, unit });
}

/** In most cases one condition decides: the only maximum that is met, or the only minimum that is not. */
const balance = fc.oneof(
  { arbitrary: fc.constant({ maxima: 'first', minima: 'all' } as const), weight: 4 },
  { arbitrary: fc.constant({ maxima: 'all', minima: 'all but the first' } as const), weight: 3 },
  { arbitrary: fc.constant({ maxima: 'none', minima: 'all' } as const), weight: 2 },
);

function conditionDrafts(
  shards: fc.Arbitrary<GeneratedIndex['shards']>,
  about: readonly string[],
): fc.Arbitrary<ConditionDrafts> {
  const list = (kind: string, least: number): fc.Arbitrary<Omit<ConditionDraft, 'met'>[]> => {
    const names = about.map((name) => `${kind}_${name}`);
    const selector = ({ name }: { readonly name: string }): string => name;
    const upTo = (maxLength: number): fc.Arbitrary<Omit<ConditionDraft, 'met'>[]> =>
      fc.uniqueArray(conditionDraft(names), { minLength: least, maxLength, selector });
    return fc.oneof(
      { arbitrary: upTo(2), weight: 3 },
      { arbitrary: upTo(names.length), weight: 1 },
    );
  };
  const conditions = fc
    .record({ balance, maxima: list('max', 1), minima: list('min', 0) })
    .map(({ balance: how, maxima, minima }) => ({
      maxima: maxima.map((one, at) => ({
        ...one,
        met: how.maxima === 'all' || (how.maxima === 'first' && at === 0),
      })),
      minima: minima.map((one, at) => ({ ...one, met: how.minima === 'all' || at > 0 })),
    }));
  const rest = fc.record({
    shards,
    replicas: fc.constantFrom(0, 1, 0, 2),
    origin: fc.constantFrom('none' as const, 'none' as const, 'setting' as const, 'name' as const),
    otherAlias: fc.boolean(),
  });
  return fc.tuple(conditions, rest).map(([made, other]) => ({ ...made, ...other }));
}

/** Statistics for each run; in some cases all shards are empty at first. */
function indexWithStatistics({ shards: several }: TargetSupport): fc.Arbitrary<IndexDraft> {
  const count = several ? fc.integer({ min: 1, max: maxShards }) : fc.constant(1);
  const primaries = fc.array(shard, { minLength: maxShards, maxLength: maxShards });
  const figures = fc.tuple(primaries, primaries);
  const empty = fc.oneof(
    { arbitrary: fc.constant(false), weight: 5 },
    { arbitrary: fc.constant(true), weight: 1 },
  );
  const shards = fc.tuple(figures, count, empty).map(([all, shown, isEmpty]) =>
    all.map((primary, run) =>
      primary.slice(0, shown).map(({ docs, bytes }, at) => {
        if (run > 0 && at === 0) return { docs: Math.max(1, docs), bytes };
        return { docs: run === 0 && isEmpty ? 0 : docs, bytes };
      }),
    ),
  );
  return conditionDrafts(shards, figuresInText).map((given) => ({
    ...given,
    documents: 'statistics' as const,
  }));
}

const writtenShards = fc
  .array(fc.nat({ max: 4 }), { minLength: maxRuns, maxLength: maxRuns })
  .map((counts) => counts.map((docs) => [{ docs, bytes: 0 }]));

const writtenIndex: fc.Arbitrary<IndexDraft> = conditionDrafts(writtenShards, [
  'docs',
  'primary_shard_docs',
  'age',
]).map((given) => ({ ...given, documents: 'written' as const }));

/** Chooses the limits of the conditions by the figures at the last run. */
function completed(given: IndexDraft, passes_ms: readonly number[]): GeneratedIndex {
  const { maxima, minima, ...rest } = given;
  const shards = given.shards.slice(0, passes_ms.length);
  const figures = figuresAt({ ...given, shards }, passes_ms, passes_ms.length - 1);
  const conditions = Object.fromEntries(
    [...maxima, ...minima].map((one) => [one.name, limitFor(one, figures)]),
  );
  return { ...rest, conditions, shards };
}

/** A limit that the figure reaches, or one that it does not; at least 1. */
function limitFor(
  { name, met, distance, unit }: ConditionDraft,
  figures: RolloverFigures,
): string | number {
  const [figure] = rangeOf(name, figures);
  if (name.endsWith('_docs')) return nearest(figure, { met, distance, size: 1 });
  if (name.endsWith('_size')) {
    const units = sizeUnits.filter(([, size]) => !met || figure % size === 0);
    const [sign, size] = unitAt(units, unit);
    return `${nearest(figure, { met, distance, size })}${sign}`;
  }
  const units = timeUnits.filter(([, size]) => (met ? figure % size === 0 : size >= minWait_ms));
  const [sign, size] = unitAt(units, unit);
  return `${nearest(figure, { met, distance, size })}${sign}`;
}

function nearest(
  figure: number,
  {
    met,
    distance,
    size,
  }: { readonly met: boolean; readonly distance: number; readonly size: number },
): number {
  const count = Math.floor(figure / size);
  return met ? Math.max(1, count - distance) : count + 1 + distance;
}

function unitAt(units: readonly Unit[], index: number): Unit {
  return at(units, index % units.length);
}
