import { chapters } from '../../spec/clauses.ts';

/** What a clause may need beside hooks, and an implementation may lack. */
export const capabilities = [
  'aggregations',
  'arrow',
  'cbor',
  'clock',
  'intake_command',
  'intake_url',
  'management_ui',
  'shards',
  'smile',
  'users',
] as const;

/** What an implementation claims where its profile says nothing: all chapters, and what the text asks of everybody. */
export const default_claims: readonly string[] = [
  ...chapters,
  'aggregations',
  'arrow',
  'cbor',
  'clock',
  'shards',
  'smile',
];
