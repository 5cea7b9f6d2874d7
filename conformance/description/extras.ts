import type { OperationDefinition } from '../../spec/operations.ts';
import { capabilities, needsByMember } from '../../spec/needs.ts';
import { parametersOf, type WireRequest } from '../base/exchange.ts';
import { isExpandingQuery } from '../base/expanding-query.ts';
import { findOperation } from '../driver/find-operation.ts';
import { decoded } from '../driver/names.ts';
import { configurationExtra, eventsExtra, intakePath } from '../driver/target.ts';
import { needOfPath } from '../driver/request-needs.ts';
import { kindOf } from './json-places.ts';
import {
  isExtra,
  isExtraForm,
  isExtraValue,
  itemsOf,
  namedMember,
  otherMembers,
  type SchemaNode,
} from './schema-node.ts';
import { requestDocument } from './wire-documents.ts';

/** The kind of the extras below a member with this name. */
const kinds: Readonly<Record<string, string>> = {
  query: 'query',
  filter: 'query',
  sort: 'sort',
  mappings: 'mapping',
  properties: 'field',
  settings: 'setting',
  phases: 'phase',
};

/** Queries of which the specification gives the name, but not the form with a value instead of an object. */
const shortForms: ReadonlySet<string> = new Set(['term', 'match']);

/** What the specification names of the query language. */
const shownWords: ReadonlySet<string> = new Set(['WHERE', 'STATS', 'COUNT']);

/** Settings that have a capability of their own. */
const settingsWithNeed = /^number_of_(?:shards|replicas)$/;

/** Depth at which the search for extras in a body ends. */
const maxDepth = 30;

/**
 * Returns the names of what a request uses and the specification does not show: `call:createUser`, `parameter:op_type`,
 * `type:long`, `command:KEEP`. Calls that have a capability of their own are not listed. Of the requests of an intake, only
 * those for a configuration and those with an event in the form of the kit are.
 */
export function extrasIn(request: WireRequest): ReadonlySet<string> {
  const operation = findOperation(request.method, request.path);
  if (operation?.path === intakePath({}, 'configuration').path)
    return new Set([configurationExtra(request.method)]);
  if (/ndjson/.test(request.headers['content-type'] ?? '')) return new Set([eventsExtra]);
  if (operation === undefined || request.base_url !== undefined) return new Set();
  if (operation.isExtra) {
    const needs: readonly string[] = needOfPath(operation.path) ?? [];
    const hasCapability = capabilities.some((name) => needs.includes(name));
    return new Set(hasCapability ? [] : [`call:${operation.id}`]);
  }
  const document = requestDocument(operation, request);
  const inPath = [...parametersIn(operation, request), ...valuesIn(operation, request)];
  if (document === undefined) return new Set(inPath);
  const place = { node: document.node, kind: 'member', name: '', depth: 0 };
  return new Set([
    ...inPath,
    ...formsIn(operation, document.value),
    ...extrasBelow(document.value, place),
    ...(operation.path.startsWith('/_query') ? wordsIn(document.value) : []),
  ]);
}

function parametersIn(
  { queryParameters }: OperationDefinition,
  { path }: WireRequest,
): readonly string[] {
  const sent = new Set(parametersOf(path).keys());
  return queryParameters
    .filter(({ name, isExtra: isHidden }) => isHidden && sent.has(name))
    .map(({ name }) => `parameter:${name}`);
}

const zeroCondition = /"rollover":\s*\{[^}]*_\w+":\s*"?0(?![\d.])/;

/**
 * The specification leaves open which characters a name may have and which units a time, whether a condition of a rollover may
 * be zero, and whether a role may lack some of the entries that creators of keys need.
 */
function valuesIn({ id }: OperationDefinition, { path, body }: WireRequest) {
  if (id === 'createIndex') return /^[^?]*\./.test(path) ? ['name:dot'] : [];
  if (/[?&]\w+=\d+ms\b/.test(path)) return ['unit:ms'];
  if (id === 'indexDocument') return plainName.test(idIn(path)) ? [] : ['name:id'];
  if (id === 'createRole') return hasAllEntries(String(body)) ? [] : ['role:part'];
  return id === 'putLifecyclePolicy' && zeroCondition.test(String(body)) ? ['condition:zero'] : [];
}

/** A name that no server has a reason to refuse. */
const plainName = /^[\w@.-]*$/;

/** The id of a document in the path that writes it. */
function idIn(path: string): string {
  return decoded(path.replace(/^.*\/_doc\//, '').replace(/\?.*/, ''));
}

/** The specification also leaves open which units and names a body may have, and whether a search may ask for no hits. */
function formsIn({ id }: OperationDefinition, value: unknown): readonly string[] {
  const members = membersIn(value);
  const isWrite = id === 'indexDocument';
  const isInMs = members.some(([, given]) => typeof given === 'string' && /^\d+ms$/.test(given));
  const hasNoSize = members.some(([name, given]) => name === 'size' && given === 0);
  const mayName = isWrite || id === 'createIndex';
  return [
    ...(isInMs && !isWrite ? ['unit:ms'] : []),
    ...(hasNoSize && id.startsWith('search') ? ['size:zero'] : []),
    ...(mayName && !members.every(([name]) => plainName.test(name)) ? ['name:field'] : []),
  ];
}

/** All members in a body, at any depth. */
function membersIn(value: unknown): readonly (readonly [name: string, value: unknown])[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.entries(value);
  return [...own, ...Object.values(value).flatMap(membersIn)];
}

/** True if a role has all that the specification calls needed for creators of keys. */
function hasAllEntries(role: string): boolean {
  const needed = ['manage_own_api_key', 'event:write', 'config_agent:read', 'feature_apm.all'];
  return needed.every((name) => role.includes(`"${name}"`)) && role.includes('"space:');
}

/** A place in a body: its schemas, the kind of the extras there, and the name of the nearest member above. */
interface Place {
  readonly node: SchemaNode;
  readonly kind: string;
  readonly name: string;
  readonly depth: number;
}

function extrasBelow(value: unknown, place: Place): readonly string[] {
  const { node, kind, name, depth } = place;
  if (depth > maxDepth) return [];
  if (kind === 'setting') return settingsIn(value, '');
  const inner = { ...place, depth: depth + 1 };
  if (Array.isArray(value)) {
    return value.flatMap((item) => extrasBelow(item, { ...inner, node: itemsOf(node) }));
  }
  const own = extrasOfValue(value, place);
  if (typeof value !== 'object' || value === null) return own;
  const below = Object.entries(value).flatMap(([key, child]) => {
    const member = namedMember(node, key);
    // A field may have any name, and is no member of the description.
    if (member === undefined) return extrasBelow(child, { ...inner, node: otherMembers(node) });
    if (isExtra(member)) return Object.hasOwn(needsByMember.search, key) ? [] : [`${kind}:${key}`];
    if (kind === 'field' && key.endsWith('analyzer')) return [`analyzer:${String(child)}`];
    return extrasBelow(child, { ...inner, node: member, kind: kinds[key] ?? kind, name: key });
  });
  return name === '' || own.length === 0 ? below : [...own, ...below];
}

/** The extras of a value itself: one of a list that the specification does not give, or of a form that it does not show. */
function extrasOfValue(value: unknown, { node, kind, name }: Place): readonly string[] {
  const form = kindOf(value).replace('double', 'number');
  const label = name === kind ? kind : `${kind}:${name}`;
  if (kind === 'field' && name === 'type' && isExtraValue(node, value)) {
    return [`type:${String(value)}`];
  }
  if (isExtraValue(node, value)) return [`${label}=${String(value)}`];
  if (isExtraForm(node, form)) return [`${label}-${form}`];
  if (kind !== 'query' || !shortForms.has(name)) return [];
  const words = name === 'match' ? wordsOfMatch(value) : '';
  return [
    ...(form === 'object' ? [] : [`query:${name}-value`]),
    ...(/\S\s+\S/.test(words) ? ['default:any-word'] : []),
  ];
}

/** The text of a match query that does not say whether one of its words or all of them have to be found. */
function wordsOfMatch(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || 'operator' in value) return '';
  return 'query' in value && typeof value.query === 'string' ? value.query : '';
}

/** The settings of an index, nested or with dots, without those that the specification names. */
function settingsIn(value: unknown, path: string): readonly string[] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return Object.entries(value).flatMap(([name, child]) =>
      settingsIn(child, path === '' ? name : `${path}.${name}`),
    );
  }
  const name = path.replace(/^index\./, '');
  const isShown = /^(?:lifecycle\.|max_result_window$)/.test(name) || settingsWithNeed.test(name);
  return isShown ? [] : [`setting:${name}`];
}

/** Operators, and other syntax of a query text outside names and quotes. */
const marks =
  /(?<operator>\b(?:AND|IN|IS|LIKE|NOT|OR|RLIKE)\b|[=!<>]=|[<>]|::|(?<=[\w)\]"`] )[-+*/%](?= [^|\s]))|(?<syntax>\b(?:ASC|BY|DESC|METADATA|NULLS)\b|[`[{]|(?<=STATS [^|]*[^=!<>])=(?!=))/gi;

/** Names of syntax that is no word. */
const labels: Readonly<Record<string, string>> = {
  '=': 'name',
  '`': 'back-quotes',
  '[': 'list',
  '{': 'options',
};

/** The commands, functions and syntax in the text of a query of the query language. */
function wordsIn(body: unknown): readonly string[] {
  const query: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, 'query') : '';
  if (typeof query !== 'string') return [];
  if (isExpandingQuery(query)) return ['slow-query'];
  const text = query.replaceAll(
    /"""[^]*?"""|"(?:\\.|[^"\\])*"|`[^`]*`|\/\/.*|\/\*[^]*?\*\//g,
    (quoted) => (quoted.startsWith('`') ? '``' : '""'),
  );
  const commands = [...text.matchAll(/(?:^|\|)\s*([A-Za-z_]+)/g)];
  const functions = [...text.matchAll(/(?<![?\w])([A-Za-z_]+)\(/g)];
  const [, names = ''] = /^\s*FROM\b((?:(?!\bMETADATA\b)[^|])*)/i.exec(text) ?? [];
  return [
    ...(names.includes(',') ? ['syntax:indices'] : []),
    ...(names.includes('*') ? ['syntax:pattern'] : []),
    ...commands.map(([, word = '']) => `command:${word.toUpperCase()}`),
    ...functions.map(([, word = '']) => `function:${word.toUpperCase()}`),
    ...[...text.matchAll(marks)].map(({ 0: mark, groups }) =>
      groups?.['syntax'] === undefined
        ? `operator:${mark.toUpperCase()}`
        : `syntax:${labels[mark] ?? mark.toUpperCase()}`,
    ),
  ].filter((name) => !shownWords.has(name.slice(name.indexOf(':') + 1)));
}
