import { jsonIn, membersOf } from '../base/body.ts';
import type { Exchange, WireRequest } from '../base/exchange.ts';
import { findOperation } from '../driver/find-operation.ts';

/** What the requests of a scenario so far say about its fields and shards. */
interface Seen {
  /** The fields that mappings name, and the targets of `copy_to`. */
  readonly mapped: Set<string>;
  /** The fields that dynamic mapping added, with the kind of their values. */
  readonly added: Map<string, string>;
  /** The bodies that create indices and templates. */
  readonly creations: string[];
  /** The greatest number of documents that a condition of a policy names. */
  limit: number;
  /** The number of accepted writes of documents by the index that they name. */
  readonly written: Map<string, number>;
  /** True if policies have run on fewer documents than such a condition names. */
  staysBelow: boolean;
  /** The kinds of the added fields that later requests use. */
  readonly used: Set<string>;
  /** True if a request has a whole number with more digits than every implementation of JSON keeps. */
  hasLong: boolean;
}

const dateText = /^\d{4}-\d\d-\d\d/;

/** Operations whose requests name fields, or return the columns of all fields. */
const readsFields = /^(?:search|runQuery|runAsyncQuery|runSql)/;

/** Operations whose requests give the server whole numbers to keep. */
const writesNumbers = /^(?:indexDocument|createDocument|runQuery|runAsyncQuery|runSql)$/;

/** A whole number that is no part of a name, a date or another number. */
const wholeNumber = /(?<![\w.+-])-?\d{16,}(?![\w.])/g;

/** Conditions of a rollover that look at one shard. */
const shardCondition = /"(?:max|min)_primary_shard_(?:docs|size)"/;

/** Matches the conditions of a rollover that count the documents of an index, and may count those of its replicas. */
const documentCondition = /"(?:max|min)_docs"\s*:\s*(\d+)/g;

const noReplicas = /"(?:index\.)?number_of_replicas"\s*:\s*"?0\b/;

const anyShards = /"(?:index\.)?number_of_shards"/;
const oneShard = /"(?:index\.)?number_of_shards"\s*:\s*"?1\b/;

/**
 * Returns what a scenario takes for granted, beyond single requests, and the specification does not say:
 * `dynamic:date` for a field that got its type by dynamic mapping and is used later; `default:one-shard` for an index
 * that has to have one shard, `default:shards` if it does not even ask for it; `default:no-replicas` for one that asks for
 * no replicas and has too few documents for a rollover, as those of replicas count; `default:exact-integers` for whole
 * numbers of which JSON does not promise all digits.
 */
export function habitsIn(exchanges: readonly Exchange[]): ReadonlySet<string> {
  const seen: Seen = {
    mapped: new Set(),
    added: new Map(),
    creations: [],
    limit: 0,
    written: new Map(),
    staysBelow: false,
    used: new Set(),
    hasLong: false,
  };
  for (const exchange of exchanges) {
    noteRollovers(exchange, seen);
    noteExchange(exchange, seen);
  }
  const shards = shardHabitOf(seen.creations, countsShards(exchanges));
  return new Set([
    ...[...seen.used].map((kind) => `dynamic:${kind}`),
    ...(shards === undefined ? [] : [shards]),
    ...(seen.hasLong ? ['default:exact-integers'] : []),
    ...(countsOnNoReplicas(seen) ? ['default:no-replicas'] : []),
  ]);
}

/** True if policies have run on too few documents, of an index that asks for no replicas. */
function countsOnNoReplicas({ staysBelow, creations }: Seen): boolean {
  return staysBelow && creations.some((text) => noReplicas.test(text));
}

/** True if no index has as many documents as a condition names, or some may have them only after a refresh. */
function hasTooFew({ limit, written, creations }: Seen): boolean {
  if (limit > Math.max(0, ...written.values())) return true;
  return limit > 0 && creations.some((text) => text.includes('refresh_interval'));
}

/** Notes the conditions of policies, the documents that they count, and their runs. */
function noteRollovers({ request, response, hook }: Exchange, seen: Seen): void {
  if (hook === 'run_policies') seen.staysBelow ||= hasTooFew(seen);
  const id = hook === undefined ? idOf(request) : undefined;
  if (id === 'putLifecyclePolicy') {
    const conditions = textIn(request).matchAll(documentCondition);
    seen.limit = Math.max(seen.limit, ...[...conditions].map(([, number]) => Number(number)));
  } else if (id === 'indexDocument' && response.status < 300) {
    const [, index = ''] = request.path.split('/', 2);
    seen.written.set(index, (seen.written.get(index) ?? 0) + 1);
  }
}

function noteExchange({ request, response, hook }: Exchange, seen: Seen): void {
  const id = hook === undefined ? idOf(request) : undefined;
  const text = textIn(request);
  if (id !== undefined && writesNumbers.test(id)) seen.hasLong ||= hasLongNumber(text);
  if (id === 'createIndex' || id === 'putIndexTemplate') {
    seen.creations.push(text);
    addMapped(seen.mapped, jsonIn(text), '');
  } else if (id === 'indexDocument' && response.status < 300) {
    noteFields(jsonIn(text), '', seen);
  } else if (id !== undefined && readsFields.test(id)) {
    const used = [...seen.added].filter(([path]) => uses(id, text, path));
    for (const [, kind] of used) seen.used.add(kind);
  }
}

/** True if the size of a shard is set, or a policy that looks at shards runs. */
function countsShards(exchanges: readonly Exchange[]): boolean {
  const looks = exchanges.findIndex(({ request }) => shardCondition.test(textIn(request)));
  return exchanges.some(
    ({ hook }, at) =>
      hook === 'set_shard_statistics' || (hook === 'run_policies' && looks !== -1 && at > looks),
  );
}

function textIn({ body }: WireRequest): string {
  return typeof body === 'string' ? body : '';
}

/** The index of a policy asks for one shard so that its conditions on shards are exact; others ask only if they need it. */
function shardHabitOf(creations: readonly string[], areCounted: boolean): string | undefined {
  const relies = (text: string): boolean =>
    oneShard.test(text) && (areCounted || !text.includes('rollover_alias'));
  if (creations.some(relies)) return 'default:one-shard';
  const isOpen = areCounted && creations.some((text) => !anyShards.test(text));
  return isOpen ? 'default:shards' : undefined;
}

/** True if a text has a whole number beyond those that doubles distinguish. */
function hasLongNumber(text: string): boolean {
  return text.match(wholeNumber)?.some((digits) => !Number.isSafeInteger(Number(digits))) === true;
}

function idOf(request: WireRequest): string | undefined {
  if (request.base_url !== undefined) return undefined;
  return findOperation(request.method, request.path)?.id;
}

/** Adds the fields of a mapping, or of something that contains mappings. */
function addMapped(mapped: Set<string>, value: unknown, path: string): void {
  for (const [name, child] of Object.entries(membersOf(value))) {
    if (name === 'copy_to') for (const target of [child].flat()) mapped.add(String(target));
    if (name === 'mappings' || name === 'template') addMapped(mapped, child, path);
    if (name !== 'properties' && name !== 'fields') continue;
    for (const [field, mapping] of Object.entries(membersOf(child))) {
      mapped.add(below(path, field));
      addMapped(mapped, mapping, below(path, field));
    }
  }
}

/** Adds the fields of a document that no mapping names. */
function noteFields(value: unknown, path: string, seen: Seen): void {
  if (Array.isArray(value)) {
    for (const item of value) noteFields(item, path, seen);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, child] of Object.entries(value)) noteFields(child, below(path, name), seen);
  } else if (value !== null && value !== undefined && !seen.mapped.has(path)) {
    seen.added.set(path, kindOfScalar(value));
  }
}

function kindOfScalar(value: unknown): string {
  if (typeof value === 'string') return dateText.test(value) ? 'date' : 'string';
  return typeof value === 'number' && !Number.isInteger(value) ? 'fraction' : typeof value;
}

/** True if a request names the field, or returns all columns. */
function uses(id: string, text: string, path: string): boolean {
  const name = path.slice(path.lastIndexOf('.') + 1);
  const quoted = name.replaceAll(/[^\w]/g, String.raw`\$&`);
  const isNamed = new RegExp(String.raw`(?<![\w-])${quoted}(?![\w-])`).test(text);
  const isQuery = id === 'runQuery' || id === 'runAsyncQuery';
  return isNamed || (isQuery && /\bFROM\b/i.test(text) && !/\b(?:KEEP|STATS)\b/i.test(text));
}

function below(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
