import fc from 'fast-check';
import type { OperationDefinition, ParameterDefinition } from '../../../spec/operations.ts';

/** Values of parameters whose schema does not say which ones make sense. None makes a server wait for long. */
const knownValues: Readonly<Record<string, readonly string[]>> = {
  timeout: ['0', '50ms'],
  master_timeout: ['1s', '500ms'],
  wait_for_completion_timeout: ['0', '50ms', '1s'],
  filter_path: ['took', '**.name', '-_shards'],
  expand_wildcards: ['open', 'all', 'open,hidden', 'none'],
  wait_for_active_shards: ['0', '1'],
  routing: ['r'],
  preference: ['_local', 'p'],
  _source: ['true', 'false', 'n'],
  _source_includes: ['n'],
  _source_excludes: ['k'],
  sort: ['n:asc', 'n:desc,k'],
  docvalue_fields: ['n'],
  h: ['index', 'index,health'],
  s: ['index', 'index:desc'],
  delimiter: [',', ';', '|'],
  scroll_id: ['$scroll'],
  id: ['none'],
  name: ['$new'],
  username: ['$new'],
  track_total_hits: ['true', 'false', '5'],
  format: ['json', 'txt', 'csv'],
};

/** Most parameters of one request; more of them contradict each other too often. */
const maxTogether = 5;

/** The parameters of every operation; the others of an operation are more likely. */
const common: ReadonlySet<string> = new Set(['pretty', 'human', 'error_trace', 'filter_path']);
const ownWeight = 3;

/** A query parameter with its value. */
export type Parameter = readonly [name: string, value: string];

/** Generates values for some query parameters of an operation. */
export function parametersOf({
  queryParameters,
}: OperationDefinition): fc.Arbitrary<readonly Parameter[]> {
  const each = queryParameters.map((one) => ({
    arbitrary: valueOf(one).map((value): Parameter => [one.name, value]),
    weight: common.has(one.name) ? 1 : ownWeight,
  }));
  if (each.length === 0) return fc.constant([]);
  return fc.uniqueArray(fc.oneof(...each), {
    maxLength: maxTogether,
    selector: ([name]) => name,
    size: 'max',
  });
}

/** The parameter that waits for half a minute if the status does not come, which it need not. */
export const waiting = 'wait_for_status';

function valueOf({ name, schema }: ParameterDefinition): fc.Arbitrary<string> {
  const { type, format, minimum } = schema;
  const listed = schema['enum'];
  const known = knownValues[name];
  if (name === waiting) return fc.constantFrom('yellow', 'red');
  if (Array.isArray(listed)) return fc.constantFrom(...listed.map(String));
  if (known !== undefined) return fc.constantFrom(...known);
  if (format === 'time-span') return fc.constantFrom('30s', '1m', '500ms');
  if (type === 'boolean') return fc.constantFrom('true', 'false', '');
  if (type === 'integer') {
    return fc.integer({ min: Math.max(Number(minimum ?? 0), 0), max: 20 }).map(String);
  }
  return fc.constantFrom('x');
}
