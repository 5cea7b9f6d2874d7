import { fault } from '../fault.ts';
import { documentFormats, type Format, formatOf, mediaTypes } from '../../decode/formats.ts';
import { readDocument } from '../../decode/documents.ts';
import { encodeDocument } from '../../driver/encode.ts';
import type { WireRequest } from '../../base/exchange.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import {
  acceptOf,
  askingFor,
  bodyOfAnother,
  isQuery,
  named,
  onFormat,
  onQueryRequest,
  parameterOf,
} from '../format-interceptors.ts';
import { listOf, type Members, membersOf } from '../interceptors.ts';

const names = Object.keys(mediaTypes) as readonly Format[];

/** Wrong media types that resemble the right ones. */
const nearTypes = {
  json: 'text/json',
  yaml: 'text/x-yaml',
  tsv: 'text/csv',
  txt: 'text/csv',
  cbor: 'application/octet-stream',
  smile: 'application/x-jackson-smile',
  arrow: 'application/vnd.apache.arrow.file',
} as const;

const bodyFormats = documentFormats.filter((format) => format !== 'json');

/** Faults of the choice of the format of an answer, and of its media type. */
export const formatChoiceFaults: readonly Fault[] = [
  ...(['yaml', 'txt', 'csv'] as const).map((format) =>
    fault(`queries-answered-in-${format}-by-default`, ['query-formats.default-json'], () =>
      onQueryRequest((request) => (namesNothing(request) ? askingFor(request, format) : request)),
    ),
  ),
  ...(Object.keys(nearTypes) as readonly (keyof typeof nearTypes)[]).map((format) =>
    fault(
      `answers-in-${format}-with-a-media-type-near-the-right-one`,
      [`query-formats.format-${format}`, `query-formats.accept-${format}`],
      () => onFormat(format, (reply) => named(reply, nearTypes[format])),
    ),
  ),
  ...bodyFormats.flatMap((format) => bodyFaults(format)),
  ...names
    .filter((format) => !['json', 'yaml'].includes(format))
    .map((format) =>
      fault(
        `json-under-the-media-type-of-${format}`,
        [`query-formats.format-${format}`, `query-formats.accept-${format}`],
        () => bodyOfAnother(format, 'json'),
      ),
    ),
];

/** Creates three faults of a request body in another format than JSON. */
function bodyFaults(format: (typeof bodyFormats)[number]): readonly Fault[] {
  const clauses = [`query-formats.content-type-${format}`];
  return [
    fault(`bodies-in-${format}-answered-in-json`, clauses, () =>
      onQueryRequest((request) =>
        isIn(request, format) && namesNothing(request) ? askingFor(request, 'json') : request,
      ),
    ),
    fault(`bodies-in-${format}-lose-letters-beyond-ascii`, clauses, () =>
      onBody(format, (value) => (typeof value === 'string' ? toAscii(value) : value)),
    ),
    fault(`bodies-in-${format}-lose-decimals`, clauses, () =>
      onBody(format, (value) => (typeof value === 'number' ? Math.trunc(value) : value)),
    ),
  ];
}

/** Changes the URL parameters of queries whose request body is in this format. */
function onBody(
  format: (typeof bodyFormats)[number],
  edit: (value: unknown) => unknown,
): Interceptor {
  return onQueryRequest((request) => {
    if (!isIn(request, format) || request.body === undefined) return request;
    const body: Members = membersOf(readDocument(format, Buffer.from(request.body)));
    const params = listOf(body['params']).map(edit);
    const written = encodeDocument(format, 'params' in body ? { ...body, params } : body);
    return { ...request, body: Buffer.from(written) };
  });
}

function isIn(request: WireRequest, format: Format): boolean {
  return isQuery(request) && formatOf(request.headers['content-type']) === format;
}

/** True if neither the URL nor the header `Accept` names a format. */
function namesNothing(request: WireRequest): boolean {
  return parameterOf(request, 'format') === undefined && acceptOf(request) === '';
}

function toAscii(text: string): string {
  return text.replace(/[^\0-\x7f]/g, '?');
}
