import { chapters } from '../../spec/clauses.ts';
import { type Capability, capabilities as needs } from '../../spec/needs.ts';

/** Needs that a flag of the run permits, so that a profile cannot claim them. */
const flagNeeds: readonly Capability[] = ['global'];

/** What a profile can claim beside chapters: the needs of clauses, except hooks and `flagNeeds`, and all extras at once. */
export const capabilities: readonly string[] = [
  ...needs.filter((need) => !flagNeeds.includes(need)),
  'extras',
];

/** Capabilities that the specification requires of every implementation. */
const requiredCapabilities: readonly Capability[] = [
  'aggregations',
  'arrow',
  'cat',
  'cbor',
  'clock',
  'date_nanos',
  'md',
  'nested',
  'nodes_stats',
  'shards',
  'smile',
];

/** The claims of a profile without `claims`: all chapters, and the capabilities that the specification requires. */
export const defaultClaims: readonly string[] = [...chapters, ...requiredCapabilities];
