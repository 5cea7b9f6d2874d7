import {
  loadOperations,
  type MediaTypeDefinition,
  type OperationDefinition,
} from '../../../spec/operations.ts';
import { describedMembers, ownerOf } from '../../description/described-places.ts';
import { schemaNodeAt, schemaNodeOf, shownIn } from '../../description/schema-node.ts';
import { mediaTypes, bareMediaType } from '../../decode/formats.ts';
import { kindsAt, kindsOf } from './kinds.ts';
import { decoded } from '../../driver/names.ts';
import { parametersOf, pathnameOf, type WireRequest } from '../../base/exchange.ts';
import { findOperation } from '../../driver/find-operation.ts';
import { mediaTypeFor } from '../../driver/openapi-check.ts';
import { visitPlaces } from '../../description/json-places.ts';
import { requestDocument } from '../../description/wire-documents.ts';

/** The kinds of credentials that a request may have. */
export const credentialKinds = ['absent', '=basic', '=bearer', '=apikey'];

/** Kinds of a path that names several indices. */
const listKinds = kindsAt([{ type: 'array', minItems: 1 }]);

/**
 * Returns a line `<owner> <place> <kind>` for everything that the description and the specification let a client send.
 * The owner is an operation, or the schema of a body, which several operations may share: what is inside a body counts
 * once for all of them, and its outermost members count for each.
 */
export function describedLines(): ReadonlySet<string> {
  const operations = loadOperations().filter(({ isExtra }) => !isExtra);
  return new Set(
    operations.flatMap((operation) => [...partLines(operation), ...bodyLines(operation)]),
  );
}

/** Returns the name of the schema of a body. */
export function bodyOwner(type: MediaTypeDefinition): string {
  return /([^/]+)\.json$/.exec(ownerOf(type))?.[1] ?? ownerOf(type);
}

/** The lines of a request without its body. */
function partLines(operation: OperationDefinition): readonly string[] {
  const { id, requestMediaTypes, responses } = operation;
  const received = responses
    .filter(({ status }) => status.startsWith('2'))
    .flatMap((response) => response.mediaTypes.map(({ mediaType }) => mediaType));
  const query = operation.queryParameters.filter((one) => !one.isExtra);
  const formats = Object.keys(mediaTypes).map((format) => `=${format}`);
  return [
    ...operation.pathParameters.flatMap(({ name, schema }) => {
      const kinds = name === 'target' ? listKinds : [];
      return linesOf(`${id} path/${name}`, [...kindsAt(schemaNodeOf(schema)), ...kinds]);
    }),
    ...query.flatMap(({ name, schema, required }) => {
      const kinds = name === 'format' ? formats : kindsAt(schemaNodeOf(schema));
      return linesOf(`${id} query/${name}`, required ? kinds : ['absent', ...kinds]);
    }),
    ...linesOf(
      `${id} header/content-type`,
      requestMediaTypes.map(({ mediaType }) => `=${mediaType}`),
    ),
    ...linesOf(`${id} header/accept`, ['absent', ...received.map((type) => `=${type}`)]),
    ...linesOf(`${id} header/authorization`, credentialKinds),
  ];
}

function bodyLines({ id, requestMediaTypes, requestRequired }: OperationDefinition) {
  const [type] = requestMediaTypes;
  if (type?.schemaUri === undefined) return [];
  const owner = bodyOwner(type);
  const members = describedMembers(type);
  const nodes = new Map([
    ['json', schemaNodeAt(type.schemaUri)],
    ...members.map(({ place, node }) => [place, node] as const),
  ]);
  const required = (place: string): boolean => {
    const at = place.lastIndexOf('/');
    const [above, name] = [place.slice(0, at), place.slice(at + 1)];
    const isNeeded = shownIn(nodes.get(above) ?? []).some(({ required: names }) =>
      [names].flat().includes(name),
    );
    return name === '*' || isNeeded;
  };
  return [
    ...linesOf(`${id} json`, requestRequired ? ['sent'] : ['sent', 'absent']),
    ...members.flatMap(({ place, node }) => [
      ...(place.split('/').length === 2 ? [`${id} ${place} sent`] : []),
      ...linesOf(`${owner} ${place}`, kindsAt(node)),
      ...(required(place) ? [] : [`${owner} ${place} absent`]),
    ]),
  ];
}

function linesOf(place: string, kinds: readonly string[]): readonly string[] {
  return kinds.map((kind) => `${place} ${kind}`);
}

/** Returns what notes requests, and tells for each which described lines no request before it had. */
export function recordSent(): (request: WireRequest) => readonly string[] {
  const left = new Set(describedLines());
  const children = new Map<string, string[]>();
  for (const line of left) {
    const [owner = '', place = ''] = line.split(' ', 2);
    const above = `${owner} ${place.slice(0, place.lastIndexOf('/'))}`;
    if (line.endsWith(' absent')) children.set(above, [...(children.get(above) ?? []), line]);
  }
  const absentIn = (place: string, value: object): readonly string[] =>
    (children.get(place) ?? []).filter(
      (line) => !Object.hasOwn(value, line.slice(place.length + 1, -' absent'.length)),
    );
  return (request) => {
    const operation = findOperation(request.method, request.path);
    if (operation === undefined || operation.isExtra) return [];
    const found = [
      ...partsSent(operation, request),
      ...bodySent(operation, request, absentIn),
    ].filter((line) => left.has(line));
    for (const line of found) left.delete(line);
    return [...new Set(found)];
  };
}

/** The lines of a request without its body. */
function partsSent(operation: OperationDefinition, request: WireRequest): readonly string[] {
  const { id } = operation;
  const given = pathnameOf(request.path).split('/');
  const names = operation.path.split('/').map((part) => /^\{(.+)\}$/.exec(part)?.[1]);
  const parameters = parametersOf(request.path);
  const { accept, authorization } = request.headers;
  const scheme = authorization?.split(' ', 1)[0]?.toLowerCase();
  return [
    ...names.flatMap((name, at) => {
      if (name === undefined) return [];
      const text = decoded(given[at] ?? '');
      const kinds = [text, text.split(',')].flatMap(kindsOf);
      return kinds.map((kind) => `${id} path/${name} ${kind}`);
    }),
    ...operation.queryParameters.flatMap(({ name }) => {
      const value = parameters.get(name);
      const kinds = value === null ? ['absent'] : kindsOf(value);
      return kinds.map((kind) => `${id} query/${name} ${kind}`);
    }),
    `${id} header/content-type =${bareMediaType(request.headers['content-type'])}`,
    ...(accept === undefined
      ? ['absent']
      : accept.split(',').map((one) => `=${bareMediaType(one)}`)
    ).map((kind) => `${id} header/accept ${kind}`),
    `${id} header/authorization ${scheme === undefined ? 'absent' : `=${scheme}`}`,
  ];
}

/** The lines of the body of a request; `absentIn` names the described members that an object does not have. */
function bodySent(
  operation: OperationDefinition,
  request: WireRequest,
  absentIn: (place: string, value: object) => readonly string[],
): readonly string[] {
  const { id } = operation;
  if (request.body === undefined || request.body.length === 0) return [`${id} json absent`];
  const type = mediaTypeFor(operation.requestMediaTypes, request.headers['content-type']);
  const document = requestDocument(operation, request);
  if (type === undefined || document === undefined) return [];
  const owner = bodyOwner(type);
  const lines = [`${id} json sent`];
  visitPlaces(document.value, document.node, ({ place, value }) => {
    const at = `json${place.replaceAll(/\*:[a-z]+/g, '*')}`;
    lines.push(`${id} ${at} sent`, ...kindsOf(value).map((kind) => `${owner} ${at} ${kind}`));
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    lines.push(...absentIn(`${owner} ${at}`, value));
  });
  return lines;
}
