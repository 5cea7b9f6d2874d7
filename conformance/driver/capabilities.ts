import { chapters } from '../../spec/clauses.ts';
import { type Capability, capabilities as needs } from '../../spec/needs.ts';

/** What a run, and not an implementation, must allow. */
const ofTheRun: readonly Capability[] = ['global'];

/** What a clause may need beside hooks, and an implementation may lack. */
export const capabilities = needs.filter((need) => !ofTheRun.includes(need));

/** What the text asks of everybody. */
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

/** What an implementation claims where its profile says nothing: all chapters, and what the text asks of everybody. */
export const defaultClaims: readonly string[] = [...chapters, ...expected];
