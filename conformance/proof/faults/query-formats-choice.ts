import type { WireRequest } from '../../base/exchange.ts';
import { readDocument } from '../../decode/documents.ts';
import { documentFormats, type Format, formatOf, mediaTypes } from '../../decode/formats.ts';
import { encodeDocument } from '../../driver/encode.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import {
  accepting,
  acceptOf,
  askingFor,
  bodyOfAnother,
  isQuery,
  named,
  onFormat,
  onLines,
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

const textFormats = ['csv', 'tsv', 'txt'] as const;

const present = textFormats.map((format) => `query-formats.header-present-${format}`);

const absent = textFormats.map((format) => `query-formats.header-absent-${format}`);

/** The number of lines above the first row if column names are shown, by format. */
const linesAbove: Readonly<Record<(typeof textFormats)[number], number>> = {
  csv: 1,
  tsv: 1,
  txt: 2,
};

/** Faults of the choice of the format of an answer, of its media type, and of the header line. */
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
  ...textFormats.flatMap((format): readonly Fault[] => [
    fault(
      `names-in-${format}-though-they-shall-be-absent`,
      [`query-formats.header-absent-${format}`],
      () => onHeader(format, 'absent', 'present'),
    ),
    fault(
      `no-names-in-${format}-though-they-shall-be-present`,
      [`query-formats.header-present-${format}`],
      () => onHeader(format, 'present', 'absent'),
    ),
    fault(`names-of-${format}-stand-there-twice`, [`query-formats.header-present-${format}`], () =>
      onLines(format, ([names = '', ...rows], request) =>
        isAbsent(request) ? [names, ...rows] : [names, names, ...rows],
      ),
    ),
    fault(
      `names-of-${format}-stand-below-the-rows`,
      [`query-formats.header-present-${format}`],
      () =>
        onLines(format, (lines, request) => {
          const above = isAbsent(request) ? 0 : linesAbove[format];
          return [...lines.slice(above), ...lines.slice(0, above)];
        }),
    ),
  ]),
  fault(
    'header-understood-for-csv-only',
    absent.filter((clause) => !clause.endsWith('csv')),
    () =>
      onQueryRequest((request) =>
        formatOf(acceptOf(request)) === 'csv' ? request : withHeader(request, 'present'),
      ),
  ),
  fault('header-the-wrong-way-round', [...present, ...absent], () =>
    onQueryRequest((request) => withHeader(request, isAbsent(request) ? 'present' : 'absent')),
  ),
  fault('first-row-of-csv-goes-with-the-names', ['query-formats.header-absent-csv'], () =>
    onLines('csv', (lines, request) => (isAbsent(request) ? lines.slice(1) : lines)),
  ),
  fault('absent-names-leave-an-empty-line-of-cells', ['query-formats.header-absent-csv'], () =>
    onLines('csv', (lines, request) => (isAbsent(request) ? [',', ...lines] : lines)),
  ),
  fault(
    'markdown-without-the-names',
    ['query-formats.header-md-always', 'query-formats.md-pipe-table'],
    () => onLines('md', (lines) => lines.slice(2)),
  ),
  fault(
    'markdown-without-the-names-unless-they-are-asked-for',
    ['query-formats.header-md-always', 'query-formats.md-pipe-table'],
    () =>
      onLines('md', (lines, request) =>
        acceptOf(request).includes('header=present') ? lines : lines.slice(2),
      ),
  ),
  fault(
    'markdown-answered-though-its-names-shall-be-absent',
    ['query-formats.header-md-absent-400'],
    () => onHeader('md', 'absent', 'present'),
  ),
  fault(
    'markdown-answered-though-its-names-shall-be-absent-where-the-url-names-it',
    ['query-formats.header-md-absent-400'],
    () =>
      onQueryRequest((request) =>
        parameterOf(request, 'format') === 'md' ? withHeader(request, 'present') : request,
      ),
  ),
  fault(
    'markdown-answered-though-its-names-shall-be-absent-on-the-asynchronous-endpoint',
    ['async-query.header-md-absent-400'],
    () => (request, forward) =>
      forward(request.path.startsWith('/_query/async') ? withHeader(request, 'present') : request),
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

function isAbsent(request: WireRequest): boolean {
  return acceptOf(request).includes('header=absent');
}

/** Changes the parameter `header` of queries that accept this format with this value of `header`. */
function onHeader(format: Format, value: string, other: string): Interceptor {
  return onQueryRequest((request) => {
    const accept = acceptOf(request);
    const fits = formatOf(accept) === format && accept.includes(`header=${value}`);
    return fits ? withHeader(request, other) : request;
  });
}

/** Returns the request with another value of `header`; unchanged if it has no such parameter. */
function withHeader(request: WireRequest, value: string): WireRequest {
  const accept = acceptOf(request);
  if (!accept.includes('header=')) return request;
  return accepting(request, accept.replace(/header=\w+/, `header=${value}`));
}
