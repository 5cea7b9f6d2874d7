import fc from 'fast-check';
import { at } from '../../base/errors.ts';
import {
  type RolloverConditions,
  rangeOf,
  type RolloverFigures,
  shardCeiling,
  type ShardFigures,
} from '../models/rollover-model.ts';
import type { TargetSupport } from '../target-support.ts';

/** An index with its own policy. */
export interface GeneratedIndex {
  readonly conditions: RolloverConditions;
  /** The figures of each primary before each run of the policies. */
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

const figureNames = ['age', 'docs', 'size', 'primary_shard_size', 'primary_shard_docs'];

/** Which conditions are met. Mostly, one decides: the only maximum that is met, or the only minimum that is not met. */
const balances: readonly ((kind: 'max' | 'min', at: number) => boolean)[] = [
  (kind, at) => kind === 'min' || at === 0,
  (kind, at) => kind === 'max' || at > 0,
  (kind) => kind === 'min',
];

/** A condition whose limit is not chosen yet. */
interface ConditionDraft {
  readonly name: string;
  /** The distance of the limit from the limit that is closest to the figure, in units. */
  readonly distance: number;
  readonly unit: number;
}

interface IndexDraft extends Omit<GeneratedIndex, 'conditions'> {
  readonly balance: number;
  readonly maxima: readonly ConditionDraft[];
  readonly minima: readonly ConditionDraft[];
}

const maxShards = 3;
const maxIndices = 5;

/** Generates conditions with limits at the figures of indices, just above or below them, and far from them. */
export function rolloverCase(support: TargetSupport): fc.Arbitrary<RolloverCase> {
  const { deviations = new Set() } = support;
  const hasReplicas = !deviations.has('rollover.max-docs-counts-replicas');
  const index = fc.record({
    balance: fc.constantFrom(0, 0, 0, 0, 1, 1, 1, 2, 2),
    maxima: drafts('max', 1),
    minima: drafts('min', 0),
    shards: shardsFor(support),
    replicas: hasReplicas ? fc.constantFrom(0, 1, 0, 2) : fc.constant(0),
    origin: fc.constantFrom<GeneratedIndex['origin'][]>('none', 'none', 'setting', 'name'),
    otherAlias: fc.boolean(),
  });
  const indices = fc.array(index, { minLength: 1, maxLength: maxIndices, size: 'max' });
  const passes = fc.array(passing, { minLength: 1, maxLength: 2 });
  // Without a bias towards small values, because a single empty index tests little.
  return fc.noBias(fc.tuple(passes, indices)).map(([passes_ms, given]) => ({
    passes_ms,
    indices: given.map((one) => completed(one, passes_ms)),
  }));
}

/** Returns the figures at a run of the policies. */
export function figuresAt(
  { replicas, shards }: Pick<GeneratedIndex, 'replicas' | 'shards'>,
  passes_ms: readonly number[],
  run: number,
): RolloverFigures {
  const age_ms = passes_ms.slice(0, run + 1).reduce((total, one) => total + one, 0);
  return { replicas, age_ms: [age_ms, age_ms], shards: at(shards, run) };
}

function drafts(kind: 'max' | 'min', minLength: number): fc.Arbitrary<ConditionDraft[]> {
  const draft = fc.record({
    name: fc.constantFrom(...figureNames.map((name) => `${kind}_${name}`)),
    distance: fc.constantFrom(0, 0, 0, 1, 200),
    unit: fc.oneof(fc.constant(0), fc.nat({ max: 6 })),
  });
  return fc.uniqueArray(draft, { minLength, maxLength: 3, selector: ({ name }) => name });
}

/** Generates the time before a run: 0, or a multiple of a unit, in milliseconds. */
const passing = fc
  .tuple(
    fc.constantFrom(0, 86_400_000, 86_400_000, 3_600_000, 60_000),
    fc.integer({ min: 1, max: 30 }),
  )
  .map(([unit_ms, count]) => unit_ms * count);

const bytes = fc
  .tuple(
    fc.constantFrom(1024 ** 3, 1024 ** 3, 1024 ** 3, 1024 ** 2, 1024, 1, 1024 ** 4),
    fc.integer({ min: 1, max: 700 }),
    fc.constantFrom(0, 0, 0, 0, -1, 1),
  )
  .map(([unit, count, by]) => unit * count + by);

const fewDocs = fc.integer({ min: 0, max: 30 });
const anyDocs = fc.oneof(
  { arbitrary: fewDocs, weight: 10 },
  { arbitrary: fc.constantFrom(-1, 0, 1).map((by) => shardCeiling + by), weight: 2 },
);

/**
 * Generates the figures of the primaries at each of two runs; sometimes all are empty at the first. No shard is full where
 * the profile knows of a deviation for that.
 */
function shardsFor({
  shards: several,
  deviations,
}: TargetSupport): fc.Arbitrary<GeneratedIndex['shards']> {
  const isLimited = deviations?.has('rollover.shard-document-ceiling-overrides-min') === true;
  const docs = isLimited ? fewDocs : anyDocs;
  const shard = fc.record({ docs, bytes }, { noNullPrototype: true });
  const primaries = fc.array(shard, { minLength: maxShards, maxLength: maxShards });
  const count = several ? fc.integer({ min: 1, max: maxShards }) : fc.constant(1);
  const isEmpty = fc.constantFrom(false, false, false, false, false, true);
  return fc
    .tuple(primaries, primaries, count, isEmpty)
    .map(([first, second, shown, empty]) => [
      first.slice(0, shown).map((one) => (empty ? { ...one, docs: 0 } : one)),
      second.slice(0, shown).map((one, at) => (at === 0 ? { ...one, docs: one.docs || 1 } : one)),
    ]);
}

/** Chooses the limits of the conditions from the figures at the last run. */
function completed(given: IndexDraft, passes_ms: readonly number[]): GeneratedIndex {
  const { balance, maxima, minima, ...rest } = given;
  const shards = given.shards.slice(0, passes_ms.length);
  const figures = figuresAt({ ...given, shards }, passes_ms, passes_ms.length - 1);
  const isMet = at(balances, balance);
  const limits = (kind: 'max' | 'min', some: readonly ConditionDraft[]) =>
    some.map((one, nth) => [one.name, limitFor(one, figures, isMet(kind, nth))] as const);
  const conditions = Object.fromEntries([...limits('max', maxima), ...limits('min', minima)]);
  return { ...rest, conditions, shards };
}

/** Returns a limit of at least 1 that the figure reaches if `met` is true, and does not reach otherwise. */
function limitFor(
  { name, distance, unit }: ConditionDraft,
  figures: RolloverFigures,
  met: boolean,
): string | number {
  const [figure] = rangeOf(name, figures);
  const nearest = (size: number): number => {
    const count = Math.floor(figure / size);
    return met ? Math.max(1, count - distance) : count + 1 + distance;
  };
  if (name.endsWith('_docs')) return nearest(1);
  const isExact = ([, size]: Unit): boolean => figure % size === 0;
  const units = name.endsWith('_size')
    ? sizeUnits.filter((one) => !met || isExact(one))
    : timeUnits.filter((one) => (met ? isExact(one) : one[1] >= minWait_ms));
  const [sign, size] = at(units, unit % units.length);
  return `${nearest(size)}${sign}`;
}
