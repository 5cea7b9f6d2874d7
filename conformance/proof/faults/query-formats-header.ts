import { fault } from '../fault.ts';
import { type Format, formatOf } from '../../decode/formats.ts';
import type { WireRequest } from '../../base/exchange.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import {
  acceptOf,
  accepting,
  onLines,
  onQueryRequest,
  parameterOf,
} from '../format-interceptors.ts';

const textFormats = ['csv', 'tsv', 'txt'] as const;
const present = textFormats.map((format) => `query-formats.header-present-${format}`);
const absent = textFormats.map((format) => `query-formats.header-absent-${format}`);

/** The number of lines above the first row if column names are shown, by format. */
const linesAbove: Readonly<Record<(typeof textFormats)[number], number>> = {
  csv: 1,
  tsv: 1,
  txt: 2,
};

/** Faults of the header line. */
export const headerFaults: readonly Fault[] = [
  ...textFormats.flatMap((format): readonly Fault[] => [
    fault(
      `names-in-${format}-though-they-shall-be-absent`,
      [`query-formats.header-absent-${format}`],
      () => onHeader(format, 'absent', () => 'present'),
    ),
    fault(
      `no-names-in-${format}-though-they-shall-be-present`,
      [`query-formats.header-present-${format}`],
      () => onHeader(format, 'present', () => 'absent'),
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
    () => onHeader('md', 'absent', () => 'present'),
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

function isAbsent(request: WireRequest): boolean {
  return acceptOf(request).includes('header=absent');
}

/** Changes the parameter `header` of queries that accept this format with this value of `header`. */
function onHeader(format: Format, value: string, edit: () => string): Interceptor {
  return onQueryRequest((request) => {
    const accept = acceptOf(request);
    const fits = formatOf(accept) === format && accept.includes(`header=${value}`);
    return fits ? withHeader(request, edit()) : request;
  });
}

/** Returns the request with another value of `header`; unchanged if it has no such parameter. */
function withHeader(request: WireRequest, value: string): WireRequest {
  const accept = acceptOf(request);
  if (!accept.includes('header=')) return request;
  return accepting(request, accept.replace(/header=\w+/, `header=${value}`));
}
