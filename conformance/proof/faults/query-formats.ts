import type { WireRequest } from '../../base/exchange.ts';
import { formatOf } from '../../decode/formats.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import {
  accepting,
  acceptOf,
  askingFor,
  formatAsked,
  isQuery,
  named,
  onFormat,
  onQueryRequest,
  onTextFormat,
  parameterOf,
  textIn,
  withParameters,
  withText,
} from '../format-interceptors.ts';

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

const textFormats = ['csv', 'tsv', 'txt'] as const;

const absent = textFormats.map((format) => `query-formats.header-absent-${format}`);

const csvOnly = 'query-formats.delimiter-csv-only';

/** Faults of the choice of the format of an answer, of its media type, its header line and its delimiter. */
export const queryFormatFaults: readonly Fault[] = [
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
  fault(
    'header-understood-for-csv-only',
    absent.filter((clause) => !clause.endsWith('csv')),
    () =>
      onQueryRequest((request) =>
        formatOf(acceptOf(request)) === 'csv' ? request : withHeader(request, 'present'),
      ),
  ),
  fault(
    'markdown-answered-though-its-names-shall-be-absent-on-the-asynchronous-endpoint',
    ['async-query.header-md-absent-400'],
    () => (request, forward) =>
      forward(request.path.startsWith('/_query/async') ? withHeader(request, 'present') : request),
  ),
  fault(
    'delimiter-of-two-characters-taken',
    ['query-formats.delimiter-longer'],
    () => async (request, forward) => {
      const delimiter = parameterOf(request, 'delimiter') ?? '';
      if (!isQuery(request) || delimiter.length < 2) return forward(request);
      const reply = await forward(withParameters(request, { delimiter: '\u0001' }));
      return withText(reply, textIn(reply).replaceAll('\u0001', delimiter));
    },
  ),
  ...(['tsv', 'txt', 'md'] as const).map((format) =>
    fault(`delimiter-changes-${format}-too`, format === 'md' ? [`${csvOnly}-md`] : [csvOnly], () =>
      lenient(
        onTextFormat(format, (text, request) =>
          text.replace(/[\t|]/g, parameterOf(request, 'delimiter') ?? '$&'),
        ),
      ),
    ),
  ),
];

/** True if neither the URL nor the header `Accept` names a format. */
function namesNothing(request: WireRequest): boolean {
  return parameterOf(request, 'format') === undefined && acceptOf(request) === '';
}

/** Returns the request with another value of `header`; unchanged if it has no such parameter. */
function withHeader(request: WireRequest, value: string): WireRequest {
  const accept = acceptOf(request);
  if (!accept.includes('header=')) return request;
  return accepting(request, accept.replace(/header=\w+/, `header=${value}`));
}

/** Removes the delimiter from requests for other formats than CSV before they are forwarded. */
function lenient(intercept: Interceptor): Interceptor {
  return (request, forward) =>
    intercept(request, (wire) =>
      forward(
        isQuery(wire) && formatAsked(wire) !== 'csv'
          ? withParameters(wire, { delimiter: undefined })
          : wire,
      ),
    );
}
