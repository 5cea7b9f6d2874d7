import { type Format, formatOf } from '../../decode/formats.ts';
import type { WireRequest } from '../../base/exchange.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { acceptOf, accepting, isQuery, onLines, onQueryRequest } from '../format-interceptors.ts';
import { refusal } from '../interceptors.ts';

const textFormats = ['csv', 'tsv', 'txt'] as const;
const present = textFormats.map((format) => `query-formats.header-present-${format}`);
const absent = textFormats.map((format) => `query-formats.header-absent-${format}`);

/** How many lines stand above the first row where the names are shown. */
const linesAbove: Readonly<Record<(typeof textFormats)[number], number>> = {
  csv: 1,
  tsv: 1,
  txt: 2,
};

/** Faults of the line of the column names. */
export const headerFaults: readonly Fault[] = [
  ...textFormats.flatMap((format): readonly Fault[] => [
    {
      name: `names-in-${format}-though-they-shall-be-absent`,
      clauses: [`query-formats.header-absent-${format}`],
      start: () => onHeader(format, 'absent', () => 'present'),
    },
    {
      name: `no-names-in-${format}-though-they-shall-be-present`,
      clauses: [`query-formats.header-present-${format}`],
      start: () => onHeader(format, 'present', () => 'absent'),
    },
    {
      name: `first-row-of-${format}-goes-with-the-names`,
      clauses: [`query-formats.header-absent-${format}`],
      start: () =>
        onLines(format, (lines, request) => (isAbsent(request) ? lines.slice(1) : lines)),
    },
    {
      name: `names-of-${format}-stand-there-twice`,
      clauses: [`query-formats.header-present-${format}`],
      start: () =>
        onLines(format, ([names = '', ...rows], request) =>
          isAbsent(request) ? [names, ...rows] : [names, names, ...rows],
        ),
    },
    {
      name: `names-of-${format}-stand-below-the-rows`,
      clauses: [`query-formats.header-present-${format}`],
      start: () =>
        onLines(format, (lines, request) => {
          const above = isAbsent(request) ? 0 : linesAbove[format];
          return [...lines.slice(above), ...lines.slice(0, above)];
        }),
    },
  ]),
  {
    name: 'header-understood-for-csv-only',
    clauses: absent.filter((clause) => !clause.endsWith('csv')),
    start: () =>
      onQueryRequest((request) =>
        formatOf(acceptOf(request)) === 'csv' ? request : withHeader(request, 'present'),
      ),
  },
  {
    name: 'header-the-wrong-way-round',
    clauses: [...present, ...absent],
    start: () =>
      onQueryRequest((request) => withHeader(request, isAbsent(request) ? 'present' : 'absent')),
  },
  {
    name: 'header-in-accept-refused',
    clauses: [...present, ...absent],
    start: () => (request, forward) =>
      isQuery(request) && acceptOf(request).includes('header=')
        ? Promise.resolve(refusal('media_type_header_exception', 'no parameters taken', 406))
        : forward(request),
  },
  {
    name: 'absent-names-leave-an-empty-line-of-cells',
    clauses: ['query-formats.header-absent-csv'],
    start: () => onLines('csv', (lines, request) => (isAbsent(request) ? [',', ...lines] : lines)),
  },
  {
    name: 'markdown-without-the-names',
    clauses: ['query-formats.header-md-always', 'query-formats.md-pipe-table'],
    start: () => onLines('md', (lines) => lines.slice(2)),
  },
  {
    name: 'markdown-without-the-names-unless-they-are-asked-for',
    clauses: ['query-formats.header-md-always', 'query-formats.md-pipe-table'],
    start: () =>
      onLines('md', (lines, request) =>
        acceptOf(request).includes('header=present') ? lines : lines.slice(2),
      ),
  },
  {
    name: 'markdown-names-refused-where-they-are-asked-for',
    clauses: ['query-formats.header-md-always'],
    start: () => (request, forward) =>
      isQuery(request) &&
      formatOf(acceptOf(request)) === 'md' &&
      acceptOf(request).includes('header=')
        ? Promise.resolve(refusal('illegal_argument_exception', 'no header for markdown'))
        : forward(request),
  },
  {
    name: 'markdown-answered-though-its-names-shall-be-absent',
    clauses: ['query-formats.header-md-absent-400'],
    start: () => onHeader('md', 'absent', () => 'present'),
  },
  ...[406, 415, 422].map((status) => ({
    name: `markdown-with-absent-names-refused-with-${status}`,
    clauses: ['query-formats.header-md-absent-400'],
    start: (): Interceptor => (request, forward) =>
      isQuery(request) && formatOf(acceptOf(request)) === 'md' && isAbsent(request)
        ? Promise.resolve(refusal('illegal_argument_exception', 'no markdown without', status))
        : forward(request),
  })),
];

function isAbsent(request: WireRequest): boolean {
  return acceptOf(request).includes('header=absent');
}

/** Changes the parameter `header` of queries that accept this format and give it this value. */
function onHeader(format: Format, value: string, edit: () => string): Interceptor {
  return onQueryRequest((request) => {
    const accept = acceptOf(request);
    const fits = formatOf(accept) === format && accept.includes(`header=${value}`);
    return fits ? withHeader(request, edit()) : request;
  });
}

/** The same request with another value of `header`, where it has one. */
function withHeader(request: WireRequest, value: string): WireRequest {
  const accept = acceptOf(request);
  if (!accept.includes('header=')) return request;
  return accepting(request, accept.replace(/header=\w+/, `header=${value}`));
}
