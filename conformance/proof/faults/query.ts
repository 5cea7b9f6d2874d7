import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import {
  gridIn,
  onAnswer,
  onCells,
  onGrid,
  onQueryBody,
  onQueryText,
  textOfQuery,
} from '../query-interceptors.ts';

const everyLanguage = [
  'query.locale-language',
  'query.locale-language-region',
  'query.locale-case-insensitive',
];

/** The clause for each figure of an answer. */
const members = {
  took: 'query.took-integer',
  documents_found: 'query.documents-found-integer',
  values_loaded: 'query.values-loaded-integer',
} as const;

const figures = ['took', 'documents_found', 'values_loaded'] as const;

/** The types of fields that the specification names, and wrong names for them. */
const types = [
  ['text', 'keyword'],
  ['keyword', 'text'],
  ['keyword', 'string'],
  ['integer', 'long'],
  ['date', 'datetime'],
  ['date', 'date_nanos'],
] as const;

/** Faults of the text of a query, of locales, of the members and columns of its answer, and of approximate figures. */
export const queryFaults: readonly Fault[] = [
  fault(
    'triple-quoted-literal-loses-its-quotes',
    ['query.triple-quoted-literal-holds-quotes'],
    () => onTripleQuoted((inner) => inner.replaceAll('"', '')),
  ),
  fault('locale-defaults-to-that-of-the-server', ['query.locale-default-en-us'], () =>
    withDefault('locale', 'de-DE'),
  ),
  fault('months-as-numbers', ['query.locale-default-en-us', ...everyLanguage], () =>
    onQueryBody((body) => ({ ...body, query: textOfQuery(body).replaceAll('MMMM', 'M') })),
  ),
  ...figures.flatMap((name): readonly Fault[] => [
    fault(`query-answer-with-${spelled(name)}-below-zero`, [members[name]], () =>
      onMember(name, () => -1),
    ),
    fault(`query-answer-with-${spelled(name)}-in-fractions`, [members[name]], () =>
      onMember(name, (value) => Number(value) + 0.5),
    ),
  ]),
  fault('plain-count-finds-twice-its-documents', ['query.documents-found-plain-count'], () =>
    onAnswer((answer, body) =>
      /COUNT\(\*\)/.test(textOfQuery(body))
        ? { ...answer, documents_found: 2 * Number(gridIn(answer).values[0]?.[0]) }
        : answer,
    ),
  ),
  fault('approximate-figures-are-null', ['query.approximation-near'], () =>
    onCells((cell, { approximation }) => (approximation === undefined ? cell : null)),
  ),
  fault('approximation-loses-the-rows-of-documents', ['query.approximation-without-stats'], () =>
    onAnswer((members, body) =>
      body['approximation'] === true && !textOfQuery(body).includes('STATS')
        ? { ...members, values: [] }
        : members,
    ),
  ),
  ...types.map(([type, other]) =>
    fault(`columns-call-${type}-${other.replace('_', '-')}`, [`query.column-type-${type}`], () =>
      onGrid(({ columns, values }) => ({
        columns: columns.map((column) =>
          column['type'] === type ? { ...column, type: other } : column,
        ),
        values,
      })),
    ),
  ),
  fault(
    'approximation-names-columns-otherwise',
    ['query.approximation-true', 'query.approximation-object'],
    () =>
      onGrid(({ columns, values }, body) => ({
        columns: columns.map((column) =>
          'approximation' in body
            ? { ...column, name: `approx_${String(column['name'])}` }
            : column,
        ),
        values,
      })),
  ),
];

function onTripleQuoted(edit: (inner: string) => string): Interceptor {
  return onQueryText((text) =>
    text.replace(/"""([\s\S]*?)"""/g, (_, inner: string) => `"""${edit(inner)}"""`),
  );
}

/** Adds a member to the queries that lack it. */
function withDefault(name: string, value: unknown): Interceptor {
  return onQueryBody((body) => (name in body ? body : { ...body, [name]: value }));
}

function onMember(name: string, edit: (value: unknown) => unknown): Interceptor {
  return onAnswer((answer) => ({ ...answer, [name]: edit(answer[name]) }));
}

function spelled(name: string): string {
  return name.replaceAll('_', '-');
}
