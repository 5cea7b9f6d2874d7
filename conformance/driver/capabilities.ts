import { chapters } from '../../spec/clauses.ts';
import { type Capability, capabilities as needs } from '../../spec/needs.ts';

/** Needs that a flag of the run allows, not a claim of the profile. */
const ofTheRun: readonly Capability[] = ['global'];

/** What a clause may need beside hooks, and a profile can claim. */
export const capabilities = needs.filter((need) => !ofTheRun.includes(need));

/** Capabilities that the specification requires of every implementation. */
const expected: readonly Capability[] = [
  'aggregations',
  'arrow',
  'cat',
  'cbor',
  'clock',
  'date_nanos',
  'nested',
  'nodes_stats',
  'shards',
  'smile',
];

/** The claims of a profile without `claims`: all chapters, and the capabilities that the specification requires. */
export const defaultClaims: readonly string[] = [...chapters, ...expected];
