import { decoded } from '../../driver/names.ts';
import type { OperationDefinition } from '../../../spec/operations.ts';
import type { WireRequest } from '../../base/exchange.ts';
import { bareMediaType } from '../../decode/formats.ts';
import { findOperation } from '../../driver/find-operation.ts';
import { mediaTypeFor } from '../../driver/openapi-check.ts';
import { visitPlaces } from '../../description/json-places.ts';
import { requestDocument } from '../../description/wire-documents.ts';
import { bodyOwner, describedLines } from './described.ts';
import { kindsOf } from './kinds.ts';

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
  const [path = '', query = ''] = request.path.split('?', 2);
  const given = path.split('/');
  const names = operation.path.split('/').map((part) => /^\{(.+)\}$/.exec(part)?.[1]);
  const parameters = new URLSearchParams(query);
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

/** A segment of a path that is encoded wrongly on purpose stays as it is. */
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
