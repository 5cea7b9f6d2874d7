import fc from 'fast-check';
import {
  type Conditions,
  rangeOf,
  type RolloverFigures,
  shardCeiling,
  type ShardFigures,
} from '../models/rollover-model.ts';
import type { Abilities } from '../property-definition.ts';

/** An index under a policy of its own. */
export interface ManagedIndex {
  readonly conditions: Conditions;
  /** `written`: real documents in one shard; `told`: figures that a hook gives. */
  readonly documents: 'written' | 'told';
  /**
   * What each primary is said to hold before the runs of the policies; where documents are written, how many more of
   * them.
   */
  readonly shards: readonly (readonly ShardFigures[])[];
  readonly replicas: number;
  /** Where another origin of the age than the creation stands. */
  readonly origin: 'none' | 'setting' | 'name';
  /** True where another alias writes to the index too, which no policy is about. */
  readonly otherAlias: boolean;
}

/** Indices, and the runs of the policies over them. */
export interface RolloverCase {
  /** By how much the clock is moved before each run. */
  readonly passes_ms: readonly number[];
  readonly indices: readonly ManagedIndex[];
}

/** A unit by its sign and its size in milliseconds or bytes. */
type Unit = readonly [string, number];

/** The units of the text come first. */
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

/** Below this no age limit lies above the age, as time goes on while the server is asked. */
const minWait_ms = 60_000;

const figuresInText = ['age', 'docs', 'size', 'primary_shard_size', 'primary_shard_docs'];

/** How a condition stands to the figure that it is about. */
interface Wish {
  readonly name: string;
  readonly met: boolean;
  /** By how many units the limit misses the one that is nearest to the figure. */
  readonly far: number;
  readonly unit: number;
}

type Wishes = Omit<ManagedIndex, 'conditions' | 'documents'> & {
  readonly maxima: readonly Wish[];
  readonly minima: readonly Wish[];
};

type ManagedIndexWish = Wishes & Pick<ManagedIndex, 'documents'>;

const maxShards = 3;
const maxRuns = 2;
const maxIndices = 5;

/** Conditions on, just below and just above the figures of indices, and far from them. */
export function rolloverCase(abilities: Abilities): fc.Arbitrary<RolloverCase> {
  const index = fc.oneof(
    { arbitrary: toldIndex(abilities), weight: 4 },
    { arbitrary: writtenIndex, weight: 1 },
  );
  const passes = fc.array(passing, { minLength: 1, maxLength: maxRuns });
  const indices = fc.array(index, { minLength: 1, maxLength: maxIndices, size: 'max' });
  // Without the bias towards small values: a case of one empty index shows little.
  return fc.noBias(fc.tuple(passes, indices)).map(([passes_ms, given]) => ({
    passes_ms,
    indices: given.map((one) => managed(one, passes_ms)),
  }));
}

/** The figures at a run of the policies, where the look after each earlier one has left a document behind. */
export function figuresAt(
  { documents, replicas, shards }: Pick<ManagedIndex, 'documents' | 'replicas' | 'shards'>,
  passes_ms: readonly number[],
  run: number,
): RolloverFigures {
  const age_ms = passes_ms.slice(0, run + 1).reduce((total, one) => total + one, 0);
  const base = { replicas, age_ms: [age_ms, age_ms] as const };
  if (documents === 'told') return { ...base, shards: shards[run] ?? [] };
  const soFar = shards.slice(0, run + 1);
  const docs = soFar.reduce((total, [shard]) => total + (shard?.docs ?? 0), run);
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

/** A time that passes: none, or some of a unit. */
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

/** A condition of any of these names; whether it is met is decided for all of them together. */
function wish(names: readonly string[]): fc.Arbitrary<Omit<Wish, 'met'>> {
  const far = fc.constantFrom(0, 0, 0, 1, 200);
  return fc.record({ name: fc.constantFrom(...names), far, unit });
}

/** Mostly all that counts hangs on one condition: the only maximum that is met, or the only minimum that is not. */
const balance = fc.oneof(
  { arbitrary: fc.constant({ maxima: 'first', minima: 'all' } as const), weight: 4 },
  { arbitrary: fc.constant({ maxima: 'all', minima: 'all but the first' } as const), weight: 3 },
  { arbitrary: fc.constant({ maxima: 'none', minima: 'all' } as const), weight: 2 },
);

function wishes(
  shards: fc.Arbitrary<ManagedIndex['shards']>,
  about: readonly string[],
): fc.Arbitrary<Wishes> {
  const list = (kind: string, least: number): fc.Arbitrary<Omit<Wish, 'met'>[]> => {
    const names = about.map((name) => `${kind}_${name}`);
    const selector = ({ name }: { readonly name: string }): string => name;
    const upTo = (maxLength: number): fc.Arbitrary<Omit<Wish, 'met'>[]> =>
      fc.uniqueArray(wish(names), { minLength: least, maxLength, selector });
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

/** Figures for each run: of some documents, or of none in any shard at first. */
function toldIndex({ shards: several }: Abilities): fc.Arbitrary<ManagedIndexWish> {
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
  return wishes(shards, figuresInText).map((given) => ({ ...given, documents: 'told' as const }));
}

const writtenShards = fc
  .array(fc.nat({ max: 4 }), { minLength: maxRuns, maxLength: maxRuns })
  .map((counts) => counts.map((docs) => [{ docs, bytes: 0 }]));

const writtenIndex: fc.Arbitrary<ManagedIndexWish> = wishes(writtenShards, [
  'docs',
  'primary_shard_docs',
  'age',
]).map((given) => ({ ...given, documents: 'written' as const }));

/** The conditions are made for the figures at the last run. */
function managed(given: ManagedIndexWish, passes_ms: readonly number[]): ManagedIndex {
  const { maxima, minima, ...rest } = given;
  const shards = given.shards.slice(0, passes_ms.length);
  const figures = figuresAt({ ...given, shards }, passes_ms, passes_ms.length - 1);
  const conditions = Object.fromEntries(
    [...maxima, ...minima].map((one) => [one.name, limitFor(one, figures)]),
  );
  return { ...rest, conditions, shards };
}

/** A limit that the figure reaches, or one that it does not; at least 1. */
function limitFor({ name, met, far, unit }: Wish, figures: RolloverFigures): string | number {
  const [figure] = rangeOf(name, figures);
  if (name.endsWith('_docs')) return nearest(figure, { met, far, size: 1 });
  if (name.endsWith('_size')) {
    const units = sizeUnits.filter(([, size]) => !met || figure % size === 0);
    const [sign, size] = unitAt(units, unit);
    return `${nearest(figure, { met, far, size })}${sign}`;
  }
  const units = timeUnits.filter(([, size]) => (met ? figure % size === 0 : size >= minWait_ms));
  const [sign, size] = unitAt(units, unit);
  return `${nearest(figure, { met, far, size })}${sign}`;
}

function nearest(
  figure: number,
  { met, far, size }: { readonly met: boolean; readonly far: number; readonly size: number },
): number {
  const count = Math.floor(figure / size);
  return met ? Math.max(1, count - far) : count + 1 + far;
}

function unitAt(units: readonly Unit[], at: number): Unit {
  return units[at % units.length] ?? ['ms', 1];
}
