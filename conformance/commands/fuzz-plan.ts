import type { Ledger } from '../../spec/clauses.ts';
import { randomSeed } from '../base/environment.ts';
import { UsageError, nearest } from '../base/errors.ts';
import { type JudgedProperty, scenarioOf, unclaimedProperties } from '../fuzz/outcome.ts';
import { knownIn, readReplayId, type ReplayId } from '../fuzz/corpus-folder.ts';
import { properties } from '../fuzz/properties/index.ts';
import type { Property } from '../fuzz/property.ts';
import { type BaselineEntry, loadBaseline } from '../report/baseline.ts';
import {
  checkDistinct,
  checkReportFile,
  type Destination,
  readDestinations,
} from '../report/destinations.ts';
import { ledgerOf } from '../run/suite.ts';
import type { CommandContext } from './frame.ts';
import { readTargetFlags, type TargetFlags, type TargetSettings } from './target-flags.ts';

/** The flags of `fuzz`. */
export interface FuzzFlags extends TargetFlags {
  readonly seed?: number;
  readonly runs?: number;
  readonly maxTime?: number;
  readonly property: readonly string[];
  readonly replay?: string;
  readonly json?: string;
  readonly maxShrink?: number;
  readonly corpus?: string;
  readonly list?: boolean;
  readonly failOn: readonly string[];
  readonly knownFailures?: string;
  readonly report: readonly string[];
}

/** What `--fail-on` of `fuzz` may name. */
export const fuzzFailOnKinds = ['accepted-input', 'server-errors'] as const;

/** Everything about a fuzz run that is known before the server is contacted. */
export interface FuzzPlan {
  readonly flags: FuzzFlags;
  readonly settings: TargetSettings;
  readonly ledger: Ledger;
  readonly properties: readonly Property[];
  /** The selected properties that the profile does not claim. */
  readonly unclaimed: readonly JudgedProperty[];
  readonly seed: number;
  readonly replay?: ReplayId;
  readonly baseline: readonly BaselineEntry[];
  readonly destinations: readonly Destination[];
}

/** Checks the flags and selects the properties. Throws UsageError if a flag or the profile is wrong. */
export function planFuzz(flags: FuzzFlags, { env, suite }: CommandContext): FuzzPlan {
  const settings = readTargetFlags(flags, env);
  const destinations = readFuzzDestinations(flags);
  const ids = properties.map(({ id }) => id);
  const unknown = flags.property.find((id) => !ids.includes(id));
  if (unknown !== undefined) {
    const hint = nearest(unknown, ids);
    throw new UsageError(
      `--property: unknown property "${unknown}" (known: ${ids.join(', ')})${hint}`,
    );
  }
  const selected = properties.filter(
    ({ id }) => flags.property.length === 0 || flags.property.includes(id),
  );
  const replay = flags.replay === undefined ? undefined : readReplay(flags, flags.replay, selected);
  const { corpus } = flags;
  // A file that cannot be read is found before the first request.
  if (corpus !== undefined) for (const property of selected) knownIn(corpus, property);
  const ledger = ledgerOf(suite);
  const { knownFailures } = flags;
  const scenarios = properties.map(scenarioOf);
  const baseline =
    knownFailures === undefined ? [] : loadBaseline(knownFailures, ledger, scenarios);
  const unclaimed = unclaimedProperties(selected, settings.profile, ledger);
  return {
    flags,
    settings,
    ledger,
    properties: selected.filter(({ id }) => unclaimed.every((entry) => entry.id !== id)),
    unclaimed,
    seed: replay?.seed ?? flags.seed ?? randomSeed(),
    ...(replay === undefined ? {} : { replay }),
    baseline,
    destinations,
  };
}

/** Reads `--report` and checks `--json`. Throws UsageError if one is wrong, or two go to the same file. */
function readFuzzDestinations({ report, json, ...files }: FuzzFlags): readonly Destination[] {
  const inputs = [files.knownFailures, files.profile];
  const destinations = readDestinations(report, inputs);
  const other = destinations.find(({ kind }) => kind !== 'junit');
  if (other !== undefined) {
    throw new UsageError(
      `--report ${other.kind}: fuzz writes junit only, and JSON with --json FILE`,
    );
  }
  if (json !== undefined) {
    checkReportFile(json);
    checkDistinct([...destinations.flatMap(({ file }) => file ?? []), json], inputs);
  }
  return destinations;
}

function readReplay(flags: FuzzFlags, text: string, selected: readonly Property[]): ReplayId {
  if (flags.property.length === 0 || selected.length > 1) {
    throw new UsageError('--replay needs exactly one --property');
  }
  if ([flags.seed, flags.runs, flags.maxTime, flags.corpus].some((flag) => flag !== undefined)) {
    throw new UsageError('--replay cannot be combined with --seed, --runs, --max-time or --corpus');
  }
  return readReplayId(text);
}
