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

/** An index with its own policy. */
export interface GeneratedIndex {
  readonly conditions: RolloverConditions;
  /** `written`: documents are written to one shard; `statistics`: a hook sets the figures. */
  readonly documents: 'written' | 'statistics';
  /**
   * The figures of each primary before each run of the policies. If documents are written, the number of documents to
   * add.
   */
  readonly shards: readonly (readonly ShardFigures[])[];
  readonly replicas: number;
  /** The source of an age other than the creation: a setting, a date in the name, or none. */
  readonly origin: 'none' | 'setting' | 'name';
  /** True if the index has another alias that its policy does not name. */
  readonly otherAlias: boolean;
}

/** Indices, and the runs of the policies over them. */
export interface RolloverCase {
  /** How far the clock is moved before each run. */
  readonly passes_ms: readonly number[];
  readonly indices: readonly GeneratedIndex[];
}

/** The symbol of a unit, and its size in milliseconds or bytes. */
type Unit = readonly [string, number];

/** Units of time; the one that the specification uses is first. */
const timeUnits: readonly Unit[] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
  ['micros', 1e-3],
  ['nanos', 1e-6],
];
/** Units of size; the one that the specification uses is first. */
const sizeUnits: readonly Unit[] = [
  ['gb', 1024 ** 3],
  ['b', 1],
  ['kb', 1024],
  ['mb', 1024 ** 2],
  ['tb', 1024 ** 4],
  ['pb', 1024 ** 5],
];

/** Minimum distance of a limit above the age, because time passes during the requests. */
const minWait_ms = 60_000;

const figuresInText = ['age', 'docs', 'size', 'primary_shard_size', 'primary_shard_docs'];

/** A condition whose limit is not chosen yet. */
interface ConditionDraft {
  readonly name: string;
  readonly met: boolean;
  /** The distance of the limit from the limit that is closest to the figure, in units. */
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

/** Generates conditions with limits at the figures of indices, just above or below them, and far from them. */
export function rolloverCase(support: TargetSupport): fc.Arbitrary<RolloverCase> {
  const index = fc.oneof(
    { arbitrary: indexWithStatistics(support), weight: 4 },
    { arbitrary: writtenIndex, weight: 1 },
  );
  const drawn = withoutDeviations(index, support.deviations ?? new Set());
  const passes = fc.array(passing, { minLength: 1, maxLength: maxRuns });
  const indices = fc.array(drawn, { minLength: 1, maxLength: maxIndices, size: 'max' });
  // Without a bias towards small values, because a single empty index tests little.
  return fc.noBias(fc.tuple(passes, indices)).map(([passes_ms, given]) => ({
    passes_ms,
    indices: given.map((one) => completed(one, passes_ms)),
  }));
}

/** Replicas, and full shards, only where the profile knows of no deviation for them. */
function withoutDeviations(
  index: fc.Arbitrary<IndexDraft>,
  deviations: ReadonlySet<string>,
): fc.Arbitrary<IndexDraft> {
  const hasReplicas = !deviations.has('rollover.max-docs-counts-replicas');
  const hasCeiling = !deviations.has('rollover.shard-document-ceiling-overrides-min');
  const isFull = ({ docs }: ShardFigures): boolean => docs >= shardCeiling;
  return index
    .filter(({ shards }) => hasCeiling || !shards.flat().some(isFull))
    .map((draft) => (hasReplicas ? draft : { ...draft, replicas: 0 }));
}

/** Returns the figures at a run of the policies; the check after each earlier run has added one document. */
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

/** Generates the time before a run: 0, or a multiple of a unit, in milliseconds. */
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

/** Generates a condition with one of these names; `balance` decides if it is met. */
function conditionDraft(names: readonly string[]): fc.Arbitrary<Omit<ConditionDraft, 'met'>> {
  const distance = fc.constantFrom(0, 0, 0, 1, 200);
  return fc.record({ name: fc.constantFrom(...names), distance, unit });
}

/** Mostly, one condition decides: the only maximum that is met, or the only minimum that is not met. */
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
  return fc.tuple(conditions, rest).map(([drafts, other]) => ({ ...drafts, ...other }));
}

/** Generates an index with statistics for each run; sometimes all shards are empty at the first run. */
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

/** Chooses the limits of the conditions from the figures at the last run. */
function completed(given: IndexDraft, passes_ms: readonly number[]): GeneratedIndex {
  const { maxima, minima, ...rest } = given;
  const shards = given.shards.slice(0, passes_ms.length);
  const figures = figuresAt({ ...given, shards }, passes_ms, passes_ms.length - 1);
  const conditions = Object.fromEntries(
    [...maxima, ...minima].map((one) => [one.name, limitFor(one, figures)]),
  );
  return { ...rest, conditions, shards };
}

/** Returns a limit of at least 1 that the figure reaches if `met` is true, and does not reach otherwise. */
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
