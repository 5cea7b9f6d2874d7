import { textOf } from '../../base/body.ts';
import { partOf, withPart } from '../../description/exchange-parts.ts';
import { type Fault, type Interceptor, fault } from '../../run/mutation.ts';
import {
  inPlaceOf,
  type Members,
  onRequest,
  onResponse,
  bodyOf,
  withText,
} from '../interceptors.ts';
import {
  formatAsked,
  gridIn,
  isApproximate,
  onTextFormat,
  textOfQuery,
} from '../query-interceptors.ts';

/** What is wrong in the text of a query: the clauses, what is read wrongly, and as what. */
const texts: Readonly<Record<string, readonly [clauses: readonly string[], RegExp, string]>> = {
  'names-of-functions-all-the-same': [
    ['query-parameters.identifier-function'],
    /\?\?\w*(?=\()/g,
    'MAX',
  ],
  'triple-quoted-literal-loses-its-quotes': [
    ['query.triple-quoted-literal-holds-quotes'],
    /(?<=\w)"(?=\w|\s)|(?<=\s)"(?=\w)/g,
    '',
  ],
};

const binaryFormats = ['cbor', 'smile', 'arrow'] as const;

/** Faults of queries, of their parameters and of the formats of their answers. */
export const queryFaults: readonly Fault[] = [
  ...Object.entries(texts).map(([name, [clauses, read, as]]) =>
    fault(name, clauses, () =>
      onRequest(['query'], (body) => ({ ...body, query: textOfQuery(body).replace(read, as) })),
    ),
  ),
  fault('locale-defaults-to-that-of-the-server', ['query.locale-default-en-us'], () =>
    onRequest(['query'], (body) => ({ locale: 'de-DE', ...body })),
  ),
  fault(
    'dates-in-binary-formats-an-hour-late',
    binaryFormats.map((format) => `query.time-zone-keeps-the-moment-in-${format}`),
    () =>
      onRequest(['query'], (body, request) => {
        const format = formatAsked(request) ?? 'json';
        if (!binaryFormats.some((one) => one === format)) return body;
        const later = 'EVAL left = left + 1 hour | KEEP left';
        return { ...body, query: textOfQuery(body).replace('KEEP left', later) };
      }),
  ),
  fault('approximate-figures-are-null', ['query.approximation-near'], () =>
    onApproximate((members) => ({
      ...members,
      values: gridIn(members).values.map((line) => line.map(() => null)),
    })),
  ),
  fault('approximation-loses-the-rows-of-documents', ['query.approximation-without-stats'], () =>
    onApproximate((members, text) =>
      text.includes('STATS') ? members : { ...members, values: [] },
    ),
  ),
  fault('delimiter-of-two-characters-taken', ['query-formats.delimiter-longer'], () =>
    inPlaceOf(['query'], async (request, forward) => {
      const delimiter = partOf(request, 'query/delimiter') ?? '';
      if (delimiter.length < 2) return forward(request);
      const reply = await forward(withPart(request, 'query/delimiter', '\u0001'));
      return withText(reply, textOf(reply).replaceAll('\u0001', delimiter));
    }),
  ),
  ...(['tsv', 'txt', 'md'] as const).map((format) =>
    fault(
      `delimiter-changes-${format}-too`,
      [`query-formats.delimiter-csv-only${format === 'md' ? '-md' : ''}`],
      () => delimiting(format),
    ),
  ),
];

/** Changes the answers to queries with approximation. */
function onApproximate(edit: (members: Members, text: string) => Members): Interceptor {
  return onResponse(['query'], (members, request) => {
    const body = bodyOf(request);
    return isApproximate(body) ? edit(members, textOfQuery(body)) : members;
  });
}

/** Uses the delimiter for another format than CSV. */
function delimiting(format: 'tsv' | 'txt' | 'md'): Interceptor {
  const edit = onTextFormat(format, (text, request) =>
    text.replace(/[\t|]/g, partOf(request, 'query/delimiter') ?? '$&'),
  );
  return (request, forward) =>
    edit(request, (wire) =>
      forward(formatAsked(wire) === format ? withPart(wire, 'query/delimiter', undefined) : wire),
    );
}
